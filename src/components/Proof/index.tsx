import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import SourceLink from '@site/src/components/SourceLink';
import styles from './styles.module.css';

interface ProofProps {
  /** A test: `Class.method`, or `module/Class.method`. One of these three says what proves the claim. */
  readonly test?: string;
  /** A method of a library: `artifact class#method`. */
  readonly source?: string;
  /** An entry of the references page with a section: `RFC 9457 §3.1.1`. */
  readonly spec?: string;
  /** The rest is filled in by the claims plugin. */
  readonly id?: string;
  readonly label?: string;
  readonly path?: string;
  readonly line?: string;
  readonly href?: string;
  readonly version?: string;
}

function Target({ label, path, line, href, version, spec }: ProofProps): ReactNode {
  if (path) {
    return (
      <>
        测试{' '}
        <SourceLink path={path} lines={line && `L${line}`}>
          <code>{label}</code>
        </SourceLink>
      </>
    );
  }
  return (
    <>
      {spec ? '规范' : `源码 ${version} 的`}{' '}
      <Link href={href}>{spec ? label : <code>{label}</code>}</Link>
    </>
  );
}

/**
 * A small mark behind a claim that opens to what proves it. A popover, because it may stand inside a paragraph,
 * works by keyboard and needs no script; paper, and browsers without popovers, show its text in the line.
 */
export default function Proof(props: ProofProps): ReactNode {
  const { id, label } = props;
  if (!id || !label)
    throw new Error('<Proof> 没有被 src/book/entries/claims.ts 填写，只能写在页面里');
  return (
    <span className={styles.proof} data-proof="" data-search-skip="">
      <button
        type="button"
        className={styles.mark}
        popoverTarget={id}
        aria-label={`证据：${label}`}
      >
        证
      </button>
      <span id={id} popover="auto" className={styles.note}>
        证据：
        <Target {...props} />
      </span>
    </span>
  );
}

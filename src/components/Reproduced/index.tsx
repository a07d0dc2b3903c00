import Link from '@docusaurus/Link';
import SourceLink from '@site/src/components/SourceLink';
import { chapterNumber } from '@site/src/book/chapterNumber';
import { chapters } from '@site/src/book/chapters';

interface ReproducedProps {
  /** The test that reproduces the error: `module/Class#method`. */
  readonly test: string;
  /** The chapter that explains it. */
  readonly chapter?: string;
  /** Anchor on that chapter's page. */
  readonly section?: string;
  /** The test's file and line, filled in by the error index plugin. */
  readonly path?: string;
  readonly line?: string;
  /** Set by the plugin if the chapter has a page. */
  readonly written?: string;
}

/** Last line of an entry of the error index: the test that proves it, the chapter that explains it. */
export default function Reproduced(props: ReproducedProps) {
  const { test, chapter, section, path, line, written } = props;
  if (!path) throw new Error(`<Reproduced test="${test}"> 只能写在 appendix/faq.mdx 的条目里`);
  const title = chapters.find(({ id }) => id === chapter)?.title;
  const name = test.replace(/^.*\//, '').replace('#', '.');
  const explained = chapter && written && `第 ${chapterNumber(chapter)} 章 ${title}`;
  return (
    <p>
      <strong>复现</strong>：
      <SourceLink path={path} lines={line && `L${line}`}>
        <code>{name}</code>
      </SourceLink>
      {explained && (
        <>
          {' '}
          · <strong>详见</strong>：
          <Link to={`/chapters/${chapter}${section ? `#${section}` : ''}`}>{explained}</Link>
        </>
      )}
    </p>
  );
}

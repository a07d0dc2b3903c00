import Link from '@docusaurus/Link';
import SourceLink from '@site/src/components/SourceLink';
import { chapterNumber } from '@site/src/book/chapterNumber';
import { chapters } from '@site/src/book/chapters';

interface PracticeProps {
  /** The test in which the counter-example fails or does worse: `module/Class#method`. */
  readonly bad: string;
  /** The test in which the rule's example holds; it may be the same. */
  readonly good: string;
  /** The chapter that explains the rule. */
  readonly chapter?: string;
  /** Anchor on that chapter's page. */
  readonly section?: string;
  /** The tests' files and lines, filled in by the practices plugin. */
  readonly badPath?: string;
  readonly badLine?: string;
  readonly goodPath?: string;
  readonly goodLine?: string;
  /** Set by the plugin if the chapter has a page. */
  readonly written?: string;
}

interface TestLinkProps {
  readonly test: string;
  readonly path: string;
  readonly line?: string;
}

const nameOf = (test: string): string => test.replace(/^.*\//, '').replace('#', '.');

function TestLink({ test, path, line }: TestLinkProps) {
  return (
    <SourceLink path={path} lines={line && `L${line}`}>
      <code>{nameOf(test)}</code>
    </SourceLink>
  );
}

/** Last line of a rule: the tests that prove its counter-example and its example, and the chapter on it. */
export default function Practice(props: PracticeProps) {
  const { bad, good, chapter, section, badPath, badLine, goodPath, goodLine, written } = props;
  if (!badPath || !goodPath) {
    throw new Error(`<Practice bad="${bad}"> 只能写在 appendix/best-practices.mdx 的条目里`);
  }
  const title = chapters.find(({ id }) => id === chapter)?.title;
  const explained = chapter && written && `第 ${chapterNumber(chapter)} 章 ${title}`;
  const proof = bad === good ? '证明' : '证明反例';
  return (
    <p data-practice={bad}>
      <strong>{proof}</strong>：
      <TestLink test={bad} path={badPath} line={badLine} />
      {bad !== good && (
        <>
          {' '}
          · <strong>证明正例</strong>：
          <TestLink test={good} path={goodPath} line={goodLine} />
        </>
      )}
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

import type { ReactNode } from 'react';
import { Explained, TestLink, type ExplainedProps } from '@site/src/components/EntryLinks';

interface PracticeProps extends ExplainedProps {
  /** The test in which the counter-example fails or does worse: `module/Class#method`. */
  readonly bad: string;
  /** The test in which the rule's example holds; it may be the same. */
  readonly good: string;
  /** The tests' files and lines, filled in by the practices plugin. */
  readonly badPath?: string;
  readonly badLine?: string;
  readonly goodPath?: string;
  readonly goodLine?: string;
}

/** Last line of a rule: the tests that prove its counter-example and its example, and the chapter on it. */
export default function Practice(props: PracticeProps): ReactNode {
  const { bad, good, badPath, badLine, goodPath, goodLine, ...chapter } = props;
  if (!badPath || !goodPath) {
    throw new Error(`<Practice bad="${bad}"> 只能写在 appendix/best-practices.mdx 的条目里`);
  }
  return (
    <p data-practice={bad}>
      <strong>{bad === good ? '证明' : '证明反例'}</strong>：
      <TestLink test={bad} path={badPath} line={badLine} />
      {bad !== good && (
        <>
          {' '}
          · <strong>证明正例</strong>：
          <TestLink test={good} path={goodPath} line={goodLine} />
        </>
      )}
      <Explained {...chapter} />
    </p>
  );
}

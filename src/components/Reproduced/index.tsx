import type { ReactNode } from 'react';
import { Explained, TestLink, type ExplainedProps } from '@site/src/components/EntryLinks';

interface ReproducedProps extends ExplainedProps {
  /** The test that reproduces the error: `module/Class#method`. */
  readonly test: string;
  /** The test's file and line, filled in by the error index plugin. */
  readonly path?: string;
  readonly line?: string;
}

/** Last line of an entry of the error index: the test that proves it, the chapter that explains it. */
export default function Reproduced({ test, path, line, ...chapter }: ReproducedProps): ReactNode {
  if (!path) throw new Error(`<Reproduced test="${test}"> 只能写在 appendix/faq.mdx 的条目里`);
  return (
    <p>
      <strong>复现</strong>：
      <TestLink test={test} path={path} line={line} />
      <Explained {...chapter} />
    </p>
  );
}

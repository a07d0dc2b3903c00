import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import SourceLink from '@site/src/components/SourceLink';
import { bookPages } from '@site/src/book/chapters';

interface TestLinkProps {
  /** `module/Class#method`. */
  readonly test: string;
  readonly path: string;
  readonly line?: string;
}

/** Link to the test that proves an entry of the error index or of the best practices. */
export function TestLink({ test, path, line }: TestLinkProps): ReactNode {
  return (
    <SourceLink path={path} lines={line && `L${line}`}>
      <code>{test.replace(/^.*\//, '').replace('#', '.')}</code>
    </SourceLink>
  );
}

/** The chapter that explains an entry. */
export interface ExplainedProps {
  readonly chapter?: string;
  /** Anchor on that chapter's page. */
  readonly section?: string;
  /** Set by the plugin of the entries if the chapter has a page. */
  readonly written?: string;
}

/** Link to the chapter that explains an entry; nothing as long as it has no page. */
export function Explained({ chapter, section, written }: ExplainedProps): ReactNode {
  if (!chapter || !written) return null;
  return (
    <>
      {' '}
      · <strong>详见</strong>：
      <Link to={`/chapters/${chapter}${section ? `#${section}` : ''}`}>
        {bookPages.find(({ id }) => id === chapter)?.title}
      </Link>
    </>
  );
}

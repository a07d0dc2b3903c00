import { Fragment, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { useSiteFields } from '@site/src/lib/siteFields';

interface SourceLinkProps {
  /** Path from the repository's root. */
  readonly path: string;
  /** GitHub's line anchor without the hash, e.g. `L3-L9`. */
  readonly lines?: string;
  /** Text of the link; the path below its example folder if left out. */
  readonly children?: ReactNode;
  /** `blob` for a file, `tree` for a folder. */
  readonly type?: 'blob' | 'tree';
}

/** A path that breaks after its slashes on a narrow screen, not inside its names. */
function breakable(path: string): ReactNode {
  return path.match(/[^/]+\/?|\//g)?.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** What a link to a file shows when it is given no other text: its path inside the chapter's example. */
function shortPath(path: string): string {
  return path.replace(/^examples\/(chapter\d\d-[^/]+\/)?/, '');
}

/** Link to a file or folder of the book's repository on the configured branch. */
export default function SourceLink({ path, lines, children, type = 'blob' }: SourceLinkProps) {
  const { repositoryUrl, branch } = useSiteFields();
  const text = children ?? shortPath(path);
  const anchor = lines ? `#${lines}` : '';
  return (
    <Link href={`${repositoryUrl}/${type}/${branch}/${path}${anchor}`}>
      {typeof text === 'string' ? breakable(text) : text}
    </Link>
  );
}

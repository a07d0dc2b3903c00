// Adds the block's kind and number of lines for styling, and a title that links to the example file.
import type { CSSProperties } from 'react';
import CodeBlock from '@theme-original/CodeBlock';
import type { Props as OriginalProps } from '@theme/CodeBlock';
import { codeMagicComments } from '@site/src/config/codeThemes';
import SourceLink, { shortPath } from '@site/src/components/SourceLink';

/** The original's properties and those the code regions plugin adds. */
interface Props extends OriginalProps {
  readonly 'data-kind'?: string;
  /** Path of the included file from the repository's root. */
  readonly 'data-file'?: string;
  /** Lines of the included region, as GitHub's anchor writes them. */
  readonly 'data-lines'?: string;
}

/** A line that only marks others, and is not shown. */
const marker = new RegExp(
  `^\\s*(?://|/\\*|#|<!--|--)\\s*(?:${codeMagicComments
    .flatMap(({ line, block }) => [line, block?.start, block?.end])
    .filter(Boolean)
    .join('|')})\\b`,
);

/** What the height of a listing follows from, for src/css/code.css: its lines, and the characters of a title. */
function sizeOf({ children, title, 'data-file': file }: Props): CSSProperties | undefined {
  if (typeof children !== 'string') return undefined;
  const lines = children
    .trimEnd()
    .split('\n')
    .filter((line) => !marker.test(line)).length;
  const length = String(title ?? shortPath(file ?? '')).length;
  return { '--lines': lines, ...(length > 0 && { '--title': length }) } as CSSProperties;
}

export default function CodeBlockWrapper(props: Props) {
  const { 'data-kind': kind, 'data-file': file, 'data-lines': lines, title, ...rest } = props;
  const heading = file ? (
    <SourceLink path={file} lines={lines}>
      {title}
    </SourceLink>
  ) : (
    title
  );
  const block = <CodeBlock {...rest} title={heading} />;
  return kind ? (
    <div data-kind={kind} data-title={heading ? '' : undefined} style={sizeOf(props)}>
      {block}
    </div>
  ) : (
    block
  );
}

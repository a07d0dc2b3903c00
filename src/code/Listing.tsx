import type { ComponentType, CSSProperties, ReactNode } from 'react';
import type { Props as CodeBlockProps } from '@theme/CodeBlock';
import SourceLink from '@site/src/components/SourceLink';
import { highlightMark } from './include/regions';

/** The code block's properties and those that an included file adds (src/code/include). */
export interface ListingProps extends CodeBlockProps {
  readonly 'data-kind'?: string;
  /** Path of the included file from the repository's root. */
  readonly 'data-file'?: string;
  /** Lines of the included region, as GitHub's anchor writes them. */
  readonly 'data-lines'?: string;
}

/** How many lines the listing shows, which leaves out those that only mark others: src/styles/code.css tells its height. */
function sizeOf({ children }: ListingProps): CSSProperties | undefined {
  if (typeof children !== 'string') return undefined;
  const lines = children.trimEnd().split('\n');
  return { '--lines': lines.filter((line) => !highlightMark.test(line)).length } as CSSProperties;
}

interface Props extends ListingProps {
  /** The theme's code block. */
  readonly Block: ComponentType<CodeBlockProps>;
}

/** A code block with its kind and number of lines for styling, and a title that links to the example file. */
export default function Listing({ Block, ...props }: Props): ReactNode {
  const { 'data-kind': kind, 'data-file': file, 'data-lines': lines, title, ...rest } = props;
  const heading = file ? (
    <SourceLink path={file} lines={lines}>
      {title}
    </SourceLink>
  ) : (
    title
  );
  const block = <Block {...rest} title={heading} />;
  if (!kind) return block;
  return (
    <div data-kind={kind} data-title={heading ? '' : undefined} style={sizeOf(props)}>
      {block}
    </div>
  );
}

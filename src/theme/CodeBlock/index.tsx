// Adds the block's kind for styling, and a title that links to the example file the code comes from.
import CodeBlock from '@theme-original/CodeBlock';
import type { Props as OriginalProps } from '@theme/CodeBlock';
import SourceLink from '@site/src/components/SourceLink';

/** The original's properties and those the code regions plugin adds. */
interface Props extends OriginalProps {
  readonly 'data-kind'?: string;
  /** Path of the included file from the repository's root. */
  readonly 'data-file'?: string;
  /** Lines of the included region, as GitHub's anchor writes them. */
  readonly 'data-lines'?: string;
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
  return kind ? <div data-kind={kind}>{block}</div> : block;
}

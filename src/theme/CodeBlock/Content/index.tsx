// Replaces the element per line and token by compact HTML; a numbered listing keeps the original.
import type { ReactNode } from 'react';
import { useCodeBlockContext } from '@docusaurus/theme-common/internal';
import Content from '@theme-original/CodeBlock/Content';
import type { Props } from '@theme/CodeBlock/Content';
import { highlight } from '@site/src/code/highlight';

export default function CompactContent({ className }: Props): ReactNode {
  const {
    metadata,
    wordWrap: { codeBlockRef },
  } = useCodeBlockContext();
  const { code, language, lineClassNames, lineNumbersStart } = metadata;
  if (lineNumbersStart !== undefined) return <Content className={className} />;
  return (
    <pre ref={codeBlockRef} tabIndex={0} className={className}>
      <code dangerouslySetInnerHTML={{ __html: highlight(code, language, lineClassNames) }} />
    </pre>
  );
}

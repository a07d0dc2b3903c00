// Replaces the element per line and token by compact HTML.
import type { ReactNode } from 'react';
import { useCodeBlockContext } from '@docusaurus/theme-common/internal';
import type { Props } from '@theme/CodeBlock/Content';
import { highlight } from '@site/src/code/highlight';

export default function CompactContent({ className }: Props): ReactNode {
  const {
    metadata: { code, language, lineClassNames },
    wordWrap: { codeBlockRef },
  } = useCodeBlockContext();
  return (
    <pre ref={codeBlockRef} tabIndex={0} className={className}>
      <code dangerouslySetInnerHTML={{ __html: highlight(code, language, lineClassNames) }} />
    </pre>
  );
}

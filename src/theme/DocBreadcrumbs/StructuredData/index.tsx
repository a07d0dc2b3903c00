// Describes a trail of at least two pages; the original describes one page alone, too, which search engines reject.
import type { ReactNode } from 'react';
import OriginalStructuredData from '@theme-original/DocBreadcrumbs/StructuredData';
import type { Props } from '@theme/DocBreadcrumbs/StructuredData';

export default function StructuredData({ breadcrumbs }: Props): ReactNode {
  return breadcrumbs.length > 1 ? <OriginalStructuredData breadcrumbs={breadcrumbs} /> : null;
}

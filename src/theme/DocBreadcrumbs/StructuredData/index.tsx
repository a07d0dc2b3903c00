// Describes a trail of at least two pages; the original describes a page alone, too, which search engines reject.
import type { ReactNode } from 'react';
import OriginalStructuredData from '@theme-original/DocBreadcrumbs/StructuredData';
import type { Props } from '@theme/DocBreadcrumbs/StructuredData';

export default function StructuredData({ breadcrumbs }: Props): ReactNode {
  // A category without a page of its own is no step of the trail.
  const pages = breadcrumbs.filter(({ href }) => href);
  return pages.length > 1 ? <OriginalStructuredData breadcrumbs={pages} /> : null;
}

// Wraps the theme's: the banners of draft and unlisted pages are fetched by such pages, not by every page.
import { lazy, Suspense, type ReactNode } from 'react';
import type { Props } from '@theme/ContentVisibility';

const Banners = lazy(() => import('@theme-original/ContentVisibility'));

export default function ContentVisibility(props: Props): ReactNode {
  const { unlisted, frontMatter } = props.metadata;
  if (!(unlisted || frontMatter.unlisted || frontMatter.draft)) return null;
  return (
    <Suspense>
      <Banners {...props} />
    </Suspense>
  );
}

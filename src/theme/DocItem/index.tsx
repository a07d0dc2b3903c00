// Wraps the theme's DocItem: an ad above and one below every doc page; the home page has its own top ad.
import type { ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import OriginalDocItem from '@theme-original/DocItem';
import type { Props } from '@theme/DocItem';
import { AdSlot } from '@site/src/ads/AdSlot';

export default function DocItem(props: Props): ReactNode {
  const { permalink } = props.content.metadata;
  const top = permalink === useBaseUrl('/') ? 'homePage' : 'pageTop';
  // The keys give every page slots of its own.
  return (
    <>
      <AdSlot key={`top:${permalink}`} slot={top} />
      <OriginalDocItem {...props} />
      <AdSlot key={`bottom:${permalink}`} slot="pageBottom" />
    </>
  );
}

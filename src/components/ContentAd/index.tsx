import type { ReactNode } from 'react';
import { ContentAd } from '@site/src/ads/AdSlot';

/** The ad an author may place in a page's text, in a box of its own that the browser finds (`src/article`). */
export default function ContentAdPlace(): ReactNode {
  return (
    <div data-content-ad>
      <ContentAd />
    </div>
  );
}

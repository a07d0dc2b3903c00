// Wraps the theme's Root: guards navigation, answers early presses, keeps the ad script and a closed ad.
import type { ReactNode } from 'react';
import OriginalRoot from '@theme-original/Root';
import type { Props } from '@theme/Root';
import { AdsProvider } from '@site/src/ads/AdsProvider';
import NavigationGuard from '@site/src/navigation/NavigationGuard';
import { EarlyPress } from '@site/src/app/earlyPress';
import { useSiteFields } from '@site/src/lib/siteFields';

export default function Root({ children }: Props): ReactNode {
  const { ads } = useSiteFields();
  return (
    <>
      <NavigationGuard>
        <OriginalRoot>
          {ads.enabled ? <AdsProvider settings={ads}>{children}</AdsProvider> : children}
        </OriginalRoot>
      </NavigationGuard>
      <EarlyPress />
    </>
  );
}

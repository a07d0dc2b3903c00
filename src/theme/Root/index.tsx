// Wraps the theme's Root: guards navigation, answers early presses, keeps the ad script and a closed ad.
import type { ReactNode } from 'react';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import OriginalRoot from '@theme-original/Root';
import type { Props } from '@theme/Root';
import { AdsProvider } from '@site/src/ads/AdsProvider';
import { readAdSettings } from '@site/src/ads/settings';
import NavigationGuard from '@site/src/navigation/NavigationGuard';
import { useEarlyPress } from '@site/src/app/earlyPress';

export default function Root({ children }: Props): ReactNode {
  useEarlyPress();
  const settings = readAdSettings(useDocusaurusContext().siteConfig.customFields);
  return (
    <NavigationGuard>
      <OriginalRoot>
        {settings.enabled ? <AdsProvider settings={settings}>{children}</AdsProvider> : children}
      </OriginalRoot>
    </NavigationGuard>
  );
}

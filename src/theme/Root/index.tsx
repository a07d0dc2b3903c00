// Wraps the theme's Root: guards navigation, and keeps the ad script and a closed ad for the page's lifetime.
import type { ReactNode } from 'react';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import OriginalRoot from '@theme-original/Root';
import type { Props } from '@theme/Root';
import { AdsProvider } from '@site/src/ads/AdsProvider';
import { readAdSettings } from '@site/src/ads/settings';
import NavigationGuard from '@site/src/client/NavigationGuard';

export default function Root({ children }: Props): ReactNode {
  const settings = readAdSettings(useDocusaurusContext().siteConfig.customFields);
  return (
    <NavigationGuard>
      <OriginalRoot>
        {settings.enabled ? <AdsProvider settings={settings}>{children}</AdsProvider> : children}
      </OriginalRoot>
    </NavigationGuard>
  );
}

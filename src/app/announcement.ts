/**
 * Shows a new announcement at once. Docusaurus hides a dismissed bar by an attribute set before React
 * starts, and forgets to take it back when it finds that the announcement is another one.
 */
import siteConfig from '@generated/docusaurus.config';
import { createStorageSlot } from '@docusaurus/theme-common';
import type { Announcement } from '../build/announcement';
import { inBrowser } from '../lib/browser';

const { announcementBar } = siteConfig.themeConfig as { readonly announcementBar?: Announcement };

inBrowser(({ document }) => {
  if (!announcementBar) return;
  const seen = createStorageSlot('docusaurus.announcement.id').get();
  if (seen !== announcementBar.id) {
    document.documentElement.setAttribute('data-announcement-bar-initially-dismissed', 'false');
  }
});

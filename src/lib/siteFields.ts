import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import type { AdSettings } from '../ads/config';

/** What `docusaurus.config.ts` hands to the site's components. */
export interface SiteFields {
  readonly ads: AdSettings;
  /** Without a slash at its end. */
  readonly repositoryUrl: string;
  readonly branch: string;
  /** Whether the book's files to take along stand beside the site. */
  readonly downloads: boolean;
  /** Version that the pages were verified with. */
  readonly springBoot: string;
  readonly chapterCount: number;
}

export const useSiteFields = (): SiteFields =>
  useDocusaurusContext().siteConfig.customFields as unknown as SiteFields;

/** The ads' part of the build: `ads.txt`, and what a page needs before or without its scripts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { adDismissal } from '../../ads/config';
import type { SiteFields } from '../../lib/siteFields';

const closedScript = `try{sessionStorage.getItem('${adDismissal.storageKey}')!==null&&document.documentElement.setAttribute('${adDismissal.htmlAttribute}','closed')}catch{}`;

/**
 * The content of `ads.txt`: the publisher sells its own space through Google.
 *
 * @param client publisher id of the ad tag, `ca-pub-` and 16 digits
 */
export function adsTxt(client: string): string {
  return `google.com, ${client.replace(/^ca-/, '')}, DIRECT, f08c47fec0942fa0\n`;
}

/**
 * Writes `ads.txt` into the build (crawlers read it at the domain's root only, so a project page
 * under `/repo/` needs a copy there) and adds two head tags: one reserves no space for an ad closed
 * earlier in the session, the other none where JavaScript is off. Does nothing in a build without ads.
 */
export default function adsPlugin({ siteConfig }: LoadContext): Plugin {
  const { enabled, client } = (siteConfig.customFields as unknown as SiteFields).ads;
  if (!enabled) return { name: 'ads' };
  return {
    name: 'ads',
    injectHtmlTags: () => ({
      headTags: [
        { tagName: 'script', innerHTML: closedScript },
        {
          tagName: 'noscript',
          innerHTML: '<style>aside[data-slot]{display:none}</style>',
        },
      ],
    }),
    async postBuild({ outDir }) {
      await writeFile(join(outDir, 'ads.txt'), adsTxt(client));
    },
  };
}

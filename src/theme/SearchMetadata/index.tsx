// Leaves out the tags of every page that only other searches' crawlers read: the book brings its own.
import type { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import type { Props } from '@theme/SearchMetadata';

export default function SearchMetadata({ locale, version }: Props): ReactNode {
  return (
    <Head>
      {locale && <meta name="docusaurus_locale" content={locale} />}
      {version && <meta name="docusaurus_version" content={version} />}
    </Head>
  );
}

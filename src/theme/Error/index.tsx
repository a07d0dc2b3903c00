// Replaces the fallback's English page; leaves the layout out because the layout may be what threw.
import Head from '@docusaurus/Head';
import { ErrorBoundaryError, ErrorBoundaryTryAgainButton } from '@docusaurus/theme-common';
import Translate from '@docusaurus/Translate';
import type { Props } from '@theme/Error';
import type { ReactNode } from 'react';
import { bilingualError } from '@site/src/app/errorMessages';

export default function ErrorPage({ error, tryAgain }: Props): ReactNode {
  return (
    <main className="container margin-vert--xl">
      <Head>
        <title>页面出错 Page Error</title>
      </Head>
      <h1>
        <Translate id="theme.ErrorPageContent.title">This page crashed.</Translate>
      </h1>
      <ErrorBoundaryTryAgainButton onClick={tryAgain} className="button button--primary" />
      <hr />
      <ErrorBoundaryError error={bilingualError(error)} />
    </main>
  );
}

// Wraps the edit link: behind it stand the page as Markdown and the form for a mistake.
import type { ReactNode } from 'react';
import OriginalEditThisPage from '@theme-original/EditThisPage';
import type { Props } from '@theme/EditThisPage';
import PageTools from '@site/src/twins/PageTools';

export default function EditThisPage(props: Props): ReactNode {
  return (
    <>
      <OriginalEditThisPage {...props} />
      <PageTools />
    </>
  );
}

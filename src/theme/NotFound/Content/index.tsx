// Adds the page's own title: inside a docs instance the not-found content has none.
import Content from '@theme-original/NotFound/Content';
import type { Props } from '@theme/NotFound/Content';
import { PageMetadata } from '@docusaurus/theme-common';
import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';

export default function TitledContent(props: Props): ReactNode {
  return (
    <>
      <PageMetadata title={translate({ id: 'theme.NotFound.title', message: 'Page Not Found' })} />
      <Content {...props} />
    </>
  );
}

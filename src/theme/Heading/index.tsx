// Gives the page's title an id, which the theme takes away: nothing is drawn before it (src/app/document.ts).
import Heading from '@theme-original/Heading';
import type { Props } from '@theme/Heading';
import type { ReactNode } from 'react';
import { pageTitleId } from '@site/src/app/pageTitle';

export default function TitledHeading(props: Props): ReactNode {
  const { as, ...title } = props;
  return as === 'h1' ? <h1 {...title} id={pageTitleId} /> : <Heading {...props} />;
}

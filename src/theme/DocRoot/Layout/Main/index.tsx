// Takes a page's text and what stands around it over in a task of its own (src/opening).
import type { ReactNode } from 'react';
import OriginalMain from '@theme-original/DocRoot/Layout/Main';
import type { Props } from '@theme/DocRoot/Layout/Main';
import Part from '@site/src/opening/Part';

export default function Main(props: Props): ReactNode {
  return (
    <Part name="page">
      <OriginalMain {...props} />
    </Part>
  );
}

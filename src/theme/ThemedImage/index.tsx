// One picture for both themes stands in the page once; the original writes it twice and hides one.
import type { ReactNode } from 'react';
import OriginalThemedImage from '@theme-original/ThemedImage';
import type { Props } from '@theme/ThemedImage';

export default function ThemedImage(props: Props): ReactNode {
  const { sources, ...rest } = props;
  if (sources.light !== sources.dark) return <OriginalThemedImage {...props} />;
  return <img {...rest} src={sources.light} />;
}

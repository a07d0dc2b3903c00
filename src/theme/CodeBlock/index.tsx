// Adds the block's kind and number of lines for styling, and a title that links to the example file.
import type { ReactNode } from 'react';
import CodeBlock from '@theme-original/CodeBlock';
import Listing, { type ListingProps } from '@site/src/code/Listing';

export default function CodeBlockWrapper(props: ListingProps): ReactNode {
  return <Listing Block={CodeBlock} {...props} />;
}

// Leaves out the tags of every page that only DocSearch's crawler reads: the book brings its own search.
import type { ReactNode } from 'react';

export default function SearchMetadata(): ReactNode {
  return null;
}

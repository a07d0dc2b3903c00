// Takes the footer over after the rest of the page (src/opening).
import type { ReactNode } from 'react';
import OriginalFooter from '@theme-original/Footer';
import Part from '@site/src/opening/Part';

export default function Footer(): ReactNode {
  return (
    <Part name="footer">
      <OriginalFooter />
    </Part>
  );
}

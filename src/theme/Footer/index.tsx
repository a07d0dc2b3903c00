// Takes the footer over after the rest of the page (src/opening); another page by itself does not draw it anew.
import { memo, type ReactNode } from 'react';
import OriginalFooter from '@theme-original/Footer';
import Part from '@site/src/opening/Part';

function Footer(): ReactNode {
  return (
    <Part name="footer">
      <OriginalFooter />
    </Part>
  );
}

export default memo(Footer);

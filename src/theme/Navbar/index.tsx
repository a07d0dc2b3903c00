// Takes the bar over in a task of its own (src/opening); another page by itself does not draw it anew.
import { memo, type ReactNode } from 'react';
import OriginalNavbar from '@theme-original/Navbar';
import Part from '@site/src/opening/Part';

function Navbar(): ReactNode {
  return (
    <Part name="navbar">
      <OriginalNavbar />
    </Part>
  );
}

export default memo(Navbar);

// Takes the bar over in a task of its own (src/opening).
import type { ReactNode } from 'react';
import OriginalNavbar from '@theme-original/Navbar';
import Part from '@site/src/opening/Part';

export default function Navbar(): ReactNode {
  return (
    <Part name="navbar">
      <OriginalNavbar />
    </Part>
  );
}

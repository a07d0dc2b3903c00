// Draws the phone's menu when the reader first reaches for it; the original draws it, unseen, with every page.
import { useEffect, useState, type ReactNode } from 'react';
import OriginalMobileSidebar from '@theme-original/Navbar/MobileSidebar';
import { useNavbarMobileSidebar } from '@docusaurus/theme-common/internal';
import { whenReachedFor } from '@site/src/lib/browser';

export default function MobileSidebar(): ReactNode {
  const { shown } = useNavbarMobileSidebar();
  const [wanted, setWanted] = useState(false);
  // Before the click that opens it, so that it has a place to glide in from.
  useEffect(() => whenReachedFor('.navbar__toggle', () => setWanted(true)), []);
  return wanted || shown ? <OriginalMobileSidebar /> : null;
}

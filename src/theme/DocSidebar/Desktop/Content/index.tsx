// Wraps the desktop sidebar's content: above it stands how far into the book the page is, below it the offline switch.
import type { ReactNode } from 'react';
import Content from '@theme-original/DocSidebar/Desktop/Content';
import type { Props } from '@theme/DocSidebar/Desktop/Content';
import BookProgress from '@site/src/components/BookProgress';
import OfflineSwitch from '@site/src/components/OfflineSwitch';

export default function ContentWrapper(props: Props): ReactNode {
  return (
    <>
      <BookProgress path={props.path} />
      <Content {...props} />
      <div className="padding-horiz--md">
        <OfflineSwitch />
      </div>
    </>
  );
}

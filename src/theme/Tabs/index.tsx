// Wraps the tabs in a box that names their group: in a built page it is src/article/reader/tabs.ts that works them.
import type { ComponentProps, ReactNode } from 'react';
import Tabs from '@theme-original/Tabs';
import type Original from '@theme/Tabs';

export default function GroupedTabs(props: ComponentProps<typeof Original>): ReactNode {
  return (
    <div data-tabs={props.groupId ?? ''}>
      <Tabs {...props} />
    </div>
  );
}

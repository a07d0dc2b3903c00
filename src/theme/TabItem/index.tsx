// Wraps the panel's content in a box that knows its label: on paper, where no tab can be chosen, all are printed.
import TabItem from '@theme-original/TabItem';
import type { Props } from '@theme/TabItem';
import type { ReactNode } from 'react';

export default function LabelledTabItem({ children, ...props }: Props): ReactNode {
  return (
    <TabItem {...props}>
      <div className="tab-panel" data-label={props.label ?? props.value} data-value={props.value}>
        {children}
      </div>
    </TabItem>
  );
}

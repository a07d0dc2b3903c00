import type { ComponentProps, ReactNode } from 'react';

/**
 * A table in a box that scrolls in itself; the box takes focus so that arrow keys scroll it. Its style is the box's:
 * src/remark/paragraphs writes the table's height there.
 */
export default function TableScroll({ style, ...props }: ComponentProps<'table'>): ReactNode {
  return (
    // A group, not a region: a page with ten tables needs no ten landmarks.
    <div className="table-scroll" role="group" aria-label="表格" tabIndex={0} style={style}>
      <table {...props} />
    </div>
  );
}

import type { ComponentProps, ReactNode } from 'react';

/** A table in a box that scrolls in itself; the box takes focus so that arrow keys scroll it. */
export default function TableScroll(props: ComponentProps<'table'>): ReactNode {
  return (
    // A group, not a region: a page with ten tables needs no ten landmarks.
    <div className="table-scroll" role="group" aria-label="表格" tabIndex={0}>
      <table {...props} />
    </div>
  );
}

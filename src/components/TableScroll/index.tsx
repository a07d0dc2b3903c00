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

interface DataTableProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A table of what the build counted or resolved. */
export function DataTable({ head, rows }: DataTableProps): ReactNode {
  return (
    <TableScroll>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell}>{cell}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableScroll>
  );
}

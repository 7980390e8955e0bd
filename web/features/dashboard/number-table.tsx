import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';

interface NumberTableProps {
  label: string;
  /** Headings; the first names the rows, the others the numbers. */
  columns: readonly string[];
  rows: readonly { key: string; name: ReactNode; numbers: readonly (number | string)[] }[];
}

/** Renders the numbers of a chart as a table. */
export function NumberTable({ label, columns, rows }: NumberTableProps) {
  const [first, ...numeric] = columns;
  return (
    <DataTable label={label} className="max-h-[28rem]">
      <thead>
        <tr>
          <HeaderCell>{first}</HeaderCell>
          {numeric.map((column) => (
            <HeaderCell key={column} numeric>
              {column}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, numbers }) => (
          <TableRow key={key}>
            <Cell className="max-w-60 truncate">{name}</Cell>
            {numbers.map((number, index) => (
              <Cell key={numeric[index]} numeric>
                {typeof number === 'number' ? formatNumber(number) : number}
              </Cell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

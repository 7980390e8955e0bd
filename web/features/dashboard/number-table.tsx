import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';

interface NumberTableProps {
  label: string;
  /** The first heading names the rows. */
  columns: readonly string[];
  rows: readonly { key: string; name: ReactNode; numbers: readonly ReactNode[] }[];
  /** Touches the edges of its card. */
  flush?: boolean;
}

export function NumberTable({ label, columns, rows, flush = false }: NumberTableProps) {
  const [first, ...numeric] = columns;
  return (
    <DataTable
      label={label}
      className={cx('max-h-[28rem]', flush && 'rounded-t-none border-x-0 border-b-0 print:px-4')}
    >
      <thead>
        <tr>
          <HeaderCell className={cx(flush && 'pl-5')}>{first}</HeaderCell>
          {numeric.map((column) => (
            <HeaderCell key={column} numeric className={cx(flush && 'last:pr-5')}>
              {column}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, numbers }) => (
          <TableRow key={key}>
            {/* In a card, names take what the numbers leave. */}
            <Cell className={cx('truncate', flush ? 'w-full max-w-0 pl-5' : 'max-w-44')}>{name}</Cell>
            {numbers.map((number, index) => (
              <Cell key={numeric[index]} numeric className={cx(flush && 'whitespace-nowrap last:pr-5')}>
                {typeof number === 'number' ? formatNumber(number) : number}
              </Cell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

import { cx } from '../../../ui/cx.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../../ui/data-table.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { NAME } from '../lead-columns.ts';
import { BOX_PX, HEAD_PX, ROW_HEIGHT, TABLE_FRAME, tableWidth } from './table-size.ts';
import type { TablePreferences } from './use-table-preferences.ts';

const WIDTHS = ['w-3/4', 'w-1/2', 'w-2/3'];

/** Placeholder of the first page, as high as its rows. */
export function TableSkeleton({ rows, preferences }: { rows: number; preferences: TablePreferences }) {
  const { columns, density } = preferences;
  const height = ROW_HEIGHT[density];
  return (
    <DataTable label="Leads" busy className={TABLE_FRAME} style={{ minWidth: tableWidth(columns) }} fixed>
      <colgroup>
        <col style={{ width: BOX_PX }} />
        {columns.map(({ field, width }) => (
          <col key={field} style={{ width }} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr style={{ height: HEAD_PX }}>
          <td aria-hidden className="sticky top-0 left-0 z-3 border-b border-line bg-surface" />
          {columns.map(({ field, label, numeric }) => (
            <HeaderCell
              key={field}
              numeric={numeric}
              pinned={field === NAME}
              className={cx('h-7', field === NAME && 'left-10')}
            >
              <span className="block truncate">{label}</span>
            </HeaderCell>
          ))}
          <td aria-hidden className="sticky top-0 border-b border-line bg-surface" />
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, index) => (
          <TableRow key={row}>
            <Cell className={height} />
            {columns.map(({ field }, column) => (
              <Cell key={field} className={height}>
                <Skeleton className={cx('h-3', WIDTHS[(index + column) % WIDTHS.length])} />
              </Cell>
            ))}
            <Cell className={height} />
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

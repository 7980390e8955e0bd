import { useRef } from 'react';
import { cx } from './cx.ts';
import { Cell, DataTable, HeaderCell, TableRow } from './data-table.tsx';
import { RecordCards } from './record-cards.tsx';
import { PLACEHOLDERS, type RecordColumn, type RecordTableProps } from './record-columns.ts';
import { Skeleton } from './skeleton.tsx';
import { useElementWidth } from './use-element-width.ts';

/** Records as a table, or as cards if it doesn't fit. */
export function RecordTable<T>(props: RecordTableProps<T>) {
  const { label, columns, records, tableWidth, stale = false, busy = false, flush = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame, tableWidth);
  return (
    <div
      ref={frame}
      className={cx(
        'flex min-h-0 min-w-0 flex-col',
        // The end of a card has its corners.
        props.flush && 'last:*:rounded-b-card',
        props.fill && 'md:min-h-[20rem] md:flex-1 md:basis-0 md:overflow-y-auto',
      )}
    >
      {width < tableWidth ? (
        <RecordCards {...props} />
      ) : (
        <DataTable
          label={label}
          busy={busy || records === undefined}
          stale={stale}
          className={cx(flush && 'rounded-none border-0', props.className)}
        >
          <thead>
            <tr>
              {columns.map(({ label: name, heading, sorted, onCard, ...column }) => (
                <HeaderCell
                  key={name}
                  numeric={column.numeric ?? false}
                  pinned={column.pinned ?? false}
                  className={cx(
                    flush && 'first:pl-5 last:pr-5',
                    isControl(onCard) && 'print:hidden',
                    column.className,
                    column.headClassName,
                  )}
                  {...(sorted && { 'aria-sort': sorted })}
                >
                  {heading ?? (onCard === 'actions' ? <span className="sr-only">{name}</span> : name)}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {records === undefined ? <Placeholders {...props} /> : <Rows {...props} records={records} />}
          </tbody>
        </DataTable>
      )}
    </div>
  );
}

/** Paper can't use these columns. */
function isControl(place: RecordColumn<unknown>['onCard']): boolean {
  return place === 'actions' || place === 'checkbox';
}

function Rows<T>(props: RecordTableProps<T> & { records: readonly T[] }) {
  const { columns, records, keyOf, onOpen, isSelected, rowHeight, flush = false } = props;
  return records.map((record, index) => (
    <TableRow
      key={keyOf(record)}
      selected={isSelected?.(record) ?? false}
      {...(onOpen && { className: 'cursor-pointer', onClick: () => onOpen(record) })}
    >
      {columns.map(({ label, value, onCard, hint, cellClassName, ...column }) => (
        <Cell
          key={label}
          rowHeader={column.rowHeader ?? false}
          numeric={column.numeric ?? false}
          pinned={column.pinned ?? false}
          title={hint?.(record)}
          className={cx(
            flush && 'first:pl-5 last:pr-5',
            onCard === 'actions' && 'text-right',
            isControl(onCard) && 'print:hidden',
            rowHeight,
            column.className,
            typeof cellClassName === 'function' ? cellClassName(record) : cellClassName,
          )}
        >
          {value(record, index)}
        </Cell>
      ))}
    </TableRow>
  ));
}

function Placeholders<T>({ columns, placeholders = PLACEHOLDERS, rowHeight, flush }: RecordTableProps<T>) {
  return Array.from({ length: placeholders }, (_, row) => `row-${row}`).map((row) => (
    <TableRow key={row}>
      {columns.map(({ label, onCard, numeric = false, pinned = false, className, skeleton }) => (
        <Cell
          key={label}
          pinned={pinned}
          className={cx(flush && 'first:pl-5 last:pr-5', rowHeight, className)}
        >
          {!isControl(onCard) && <Skeleton className={cx('h-3 w-16', numeric && 'ml-auto', skeleton)} />}
        </Cell>
      ))}
    </TableRow>
  ));
}

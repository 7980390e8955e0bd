import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { Cell, DataTable, HeaderCell, TableRow } from './data-table.tsx';
import { PLACEHOLDERS, type RecordColumn, type RecordTableProps } from './record-columns.ts';
import { Skeleton } from './skeleton.tsx';
import { useDimmed } from './use-dimmed.ts';
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

/** Records as cards: title and actions on top, a line for each other column. */
function RecordCards<T>(props: RecordTableProps<T>) {
  const { label, columns, records, keyOf, onOpen, isSelected, stale = false, busy = false } = props;
  const { aboveCards, flush = false, placeholders = PLACEHOLDERS } = props;
  const dimmed = useDimmed(stale);
  return (
    <>
      {aboveCards}
      <ul
        aria-label={label}
        aria-busy={busy || stale || records === undefined}
        className={cx(
          'grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))]',
          flush ? 'px-1' : 'gap-3',
          dimmed,
        )}
      >
        {records === undefined
          ? Array.from({ length: placeholders }, (_, card) => `card-${card}`).map((card) => (
              <Card key={card} flush={flush} columns={columns} renderValue={placeholderOf} />
            ))
          : records.map((record, index) => (
              <Card
                key={keyOf(record)}
                flush={flush}
                columns={columns.filter(({ isEmpty }) => isEmpty?.(record) !== true)}
                selected={isSelected?.(record) ?? false}
                onOpen={onOpen && (() => onOpen(record))}
                renderValue={({ value, hint }) => {
                  const title = hint?.(record);
                  return title === undefined ? (
                    value(record, index)
                  ) : (
                    <span title={title}>{value(record, index)}</span>
                  );
                }}
              />
            ))}
      </ul>
    </>
  );
}

function placeholderOf<T>({ onCard, skeleton }: RecordColumn<T>): ReactNode {
  if (onCard === 'checkbox' || onCard === 'actions') return null;
  return <Skeleton className={cx('h-3 w-20', skeleton)} />;
}

interface CardProps<T> {
  columns: readonly RecordColumn<T>[];
  renderValue: (column: RecordColumn<T>) => ReactNode;
  flush: boolean;
  selected?: boolean;
  onOpen?: (() => void) | undefined;
}

/** Undoes truncation, because cards have room for several lines. */
const WHOLE = '[&_.truncate]:max-w-full! [&_.truncate]:whitespace-normal! [&_.truncate]:wrap-anywhere';

function Card<T>({ columns, renderValue, flush, selected = false, onOpen }: CardProps<T>) {
  const at = (place: RecordColumn<T>['onCard']) => columns.filter(({ onCard }) => onCard === place);
  const [checkbox, title, actions] = [at('checkbox'), at('title'), at('actions')];
  const lines = columns.filter(({ onCard }) => onCard === undefined || onCard === 'block');
  const figures = at('figure');
  const values = (some: readonly RecordColumn<T>[]) =>
    some.map((column) => <div key={column.label}>{renderValue(column)}</div>);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button in the card does the same for the keyboard
    <li
      onClick={onOpen}
      className={cx(
        'min-w-0 px-4 py-2 text-13',
        flush ? 'border-t border-line first:border-t-0' : 'rounded-card border border-line bg-surface',
        selected && 'bg-accent-tint',
        onOpen && 'cursor-pointer',
        WHOLE,
      )}
    >
      {checkbox.length + title.length + actions.length > 0 && (
        <div className="flex min-h-11 items-start gap-2">
          {checkbox.length > 0 && (
            <div className="flex min-h-11 shrink-0 items-center">{values(checkbox)}</div>
          )}
          <div className="flex min-h-11 min-w-0 flex-1 flex-col justify-center pb-1 text-14 font-medium wrap-anywhere">
            {values(title)}
          </div>
          {actions.length > 0 && <div className="-mr-2.5 flex shrink-0">{values(actions)}</div>}
        </div>
      )}
      {lines.length > 0 && (
        <dl className="border-t border-line py-1 first:border-t-0">
          {lines.map((column) => (
            <Line key={column.label} column={column}>
              {renderValue(column)}
            </Line>
          ))}
        </dl>
      )}
      {figures.length > 0 && (
        <dl className="flex flex-wrap gap-x-3 gap-y-2 border-t border-line py-2">
          {figures.map((column) => (
            <div key={column.label} className="flex flex-1 basis-24 flex-col justify-between">
              <dt className="text-12 text-muted">{column.label}</dt>
              <dd className="font-medium tabular-nums">{renderValue(column)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

interface LineProps {
  column: Pick<RecordColumn<unknown>, 'label' | 'onCard' | 'numeric'>;
  children: ReactNode;
}

/** Numbers never break over lines. */
function Line({ column: { label, onCard, numeric = false }, children }: LineProps) {
  const block = onCard === 'block';
  return (
    <div className={cx('py-1', !block && 'flex min-h-7 flex-wrap items-center justify-between gap-x-4')}>
      <dt className="text-muted">{label}</dt>
      <dd className={cx(!numeric && 'min-w-0 wrap-anywhere', !block && 'ml-auto text-right tabular-nums')}>
        {children}
      </dd>
    </div>
  );
}

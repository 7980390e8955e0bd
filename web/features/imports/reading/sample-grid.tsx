import { useId } from 'react';
import type { Upload } from '#contract/uploads.ts';
import { formatNumber } from '../../../lib/format.ts';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { cx } from '../../../ui/cx.ts';
import { Cell, DataTable, HeaderCell } from '../../../ui/data-table.tsx';
import { Truncated } from '../../../ui/truncated.tsx';
import { useDimmed } from '../../../ui/use-dimmed.ts';

/** Rows shown; more if the header is further down. */
const ROWS = 8;
/** Rows below a header further down. */
const ROWS_BELOW_HEADER = 3;
/** Enough columns to judge the reading. */
const COLUMNS = 50;

interface SampleGridProps {
  upload: Upload;
  stale: boolean;
  onHeader: (row: number) => void;
}

/** First rows of a file, as lines on phones; clicking a row makes it the header. */
export function SampleGrid({ upload, stale, onHeader }: SampleGridProps) {
  const { columns, firstRows, headerRow } = upload;
  const header = firstRows.findIndex(({ number }) => number === headerRow);
  const rows = firstRows.slice(0, Math.max(ROWS, header + 1 + ROWS_BELOW_HEADER));
  const shown = columns.slice(0, COLUMNS);
  const hidden = columns.length - shown.length;
  const phone = usePhoneWidth();
  const dimmed = useDimmed(stale);
  if (phone) {
    return (
      <ol aria-label="First rows of the file" className={cx('border-t border-line', dimmed)}>
        {rows.map((row) => (
          <SampleLine
            key={row.number}
            row={row}
            place={placeOf(row.number, headerRow)}
            onHeader={() => onHeader(row.number)}
          />
        ))}
      </ol>
    );
  }
  return (
    <DataTable label="First rows of the file" stale={stale} className="rounded-none border-x-0 border-b-0">
      <thead>
        <tr>
          <HeaderCell numeric className="w-12">
            Row
          </HeaderCell>
          {shown.map((column) => (
            <HeaderCell key={column}>
              <Truncated text={column} />
            </HeaderCell>
          ))}
          {hidden > 0 && <HeaderCell>{formatNumber(hidden)} more</HeaderCell>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SampleRow
            key={row.number}
            row={row}
            place={placeOf(row.number, headerRow)}
            width={shown.length + (hidden > 0 ? 1 : 0)}
            onHeader={() => onHeader(row.number)}
          />
        ))}
      </tbody>
    </DataTable>
  );
}

type Place = 'above' | 'header' | 'data';

function placeOf(row: number, headerRow: number): Place {
  if (row === headerRow) return 'header';
  return row < headerRow ? 'above' : 'data';
}

interface SampleLineProps {
  row: Upload['firstRows'][number];
  place: Place;
  onHeader: () => void;
}

function headerLabel(number: number, place: Place): string {
  return place === 'header' ? `Row ${number} is the header` : `Use row ${number} as the header`;
}

/** Row as wrapping values. */
function SampleLine({ row: { number, cells }, place, onHeader }: SampleLineProps) {
  const isHeader = place === 'header';
  const id = useId();
  return (
    <li
      className={cx(
        'relative flex gap-3 border-b border-line px-4 py-3 text-13 last:border-b-0',
        isHeader && 'bg-accent-tint font-medium',
      )}
    >
      <button
        type="button"
        aria-pressed={isHeader}
        aria-label={headerLabel(number, place)}
        aria-describedby={id}
        className="w-6 shrink-0 self-start text-right text-12 leading-5 text-muted tabular-nums after:absolute after:inset-0"
        onClick={onHeader}
      >
        {number}
      </button>
      <p id={id} className={cx('line-clamp-3 min-w-0 wrap-anywhere', place === 'above' && 'text-muted')}>
        {cells.filter((cell) => cell !== '').join(' · ')}
      </p>
    </li>
  );
}

interface SampleRowProps extends SampleLineProps {
  /** Columns of the grid. */
  width: number;
}

function SampleRow({ row: { number, cells }, place, width, onHeader }: SampleRowProps) {
  const isHeader = place === 'header';
  // A title is longer than the values below and stands alone.
  const spans = place === 'above' && cells.filter((cell) => cell !== '').length === 1 && cells[0] !== '';
  const texts = spans ? cells.slice(0, 1) : Array.from({ length: width }, (_, index) => cells[index] ?? '');
  return (
    // The first cell's button serves the keyboard.
    <tr
      onClick={onHeader}
      className={cx(
        'group cursor-pointer bg-surface hover:bg-hover',
        isHeader && 'bg-accent-tint font-medium hover:bg-accent-tint',
      )}
    >
      <Cell numeric className="px-1.5">
        <button
          type="button"
          aria-pressed={isHeader}
          aria-label={headerLabel(number, place)}
          title={isHeader ? undefined : headerLabel(number, place)}
          className="h-7 w-full rounded-control px-1.5 text-right text-12 text-muted tabular-nums hover:text-text"
        >
          {number}
        </button>
      </Cell>
      {texts.map((text, index) => (
        <Cell
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their position
          key={index}
          {...(spans && { colSpan: width })}
          className={cx(place === 'above' && 'text-muted')}
        >
          <Truncated text={text} className={cx(spans && 'max-w-[min(40rem,70vw)]')} />
        </Cell>
      ))}
    </tr>
  );
}

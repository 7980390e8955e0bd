import { useId } from 'react';
import type { Upload } from '#contract/uploads.ts';
import { formatNumber } from '../../../lib/format.ts';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { cx } from '../../../ui/cx.ts';
import { Cell, DataTable, HeaderCell } from '../../../ui/data-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Truncated } from '../../../ui/truncated.tsx';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import { ENCODING_OPTIONS } from './encoding-options.ts';
import type { ReadingChange } from './reading.ts';
import { DELIMITER_OPTIONS, headerText } from './reading.ts';

export interface ReadingPanelProps {
  upload: Upload;
  /** Change in progress, or null. */
  pending: ReadingChange | null;
  onChange: (change: ReadingChange) => void;
}

export function ReadingPanel({ upload, pending, onChange }: ReadingPanelProps) {
  return (
    <section
      aria-label="How we read this file"
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-14 font-medium">How we read this file</h2>
          <p className="text-13 text-muted">
            <span role="status">{pending === null ? headerText(upload) : 'Reading the file…'}</span> Click the
            row with the column names.
          </p>
        </div>
        <Button
          size="small"
          aria-pressed={upload.headerRow === 0}
          className={cx(upload.headerRow === 0 && 'bg-accent-tint')}
          onClick={() => upload.headerRow !== 0 && onChange({ headerRow: 0 })}
        >
          No Header Row
        </Button>
      </header>
      <ReadingControls upload={upload} pending={pending} onChange={onChange} />
      <SampleGrid
        upload={upload}
        stale={pending !== null}
        onHeader={(headerRow) => headerRow !== upload.headerRow && onChange({ headerRow })}
      />
    </section>
  );
}

interface ReadingControlsProps {
  upload: Upload;
  /** Change in progress, or null. */
  pending: ReadingChange | null;
  onChange: (change: ReadingChange) => void;
}

/** Selects sheet, encoding and delimiter; nothing without a choice. */
function ReadingControls({ upload, pending, onChange }: ReadingControlsProps) {
  const { kind, sheets } = upload;
  const shown = { ...upload, ...pending };
  if (kind !== 'csv' && sheets.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-3 px-4 pb-4">
      {sheets.length > 1 && (
        <Field label="Sheet" className="w-56 max-w-full">
          <Select
            value={shown.sheet ?? ''}
            onChange={(sheet) => onChange({ sheet })}
            options={sheets.map((name) => ({ value: name, label: name }))}
          />
        </Field>
      )}
      {kind === 'csv' && (
        <>
          <Field label="Encoding" className="w-80 max-w-full">
            <Combobox
              value={shown.encoding ?? ''}
              onChange={(encoding) => onChange({ encoding })}
              options={ENCODING_OPTIONS}
              searchPlaceholder="Search encodings…"
              emptyText="No encodings found"
            />
          </Field>
          <Field label="Delimiter" className="w-36 max-w-full">
            <Select
              value={shown.delimiter ?? ''}
              onChange={(delimiter) => onChange({ delimiter })}
              options={DELIMITER_OPTIONS}
            />
          </Field>
        </>
      )}
    </div>
  );
}

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
function SampleGrid({ upload, stale, onHeader }: SampleGridProps) {
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

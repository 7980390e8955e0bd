import { ArrowDown, ArrowRight } from 'lucide-react';
import type { Upload } from '#contract/uploads.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { cx } from '../../../ui/cx.ts';
import type { Option } from '../../../ui/option.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { DONT_IMPORT, SPLIT_NAMES } from '../plan/field-options.ts';
import { mappedField } from '../plan/mapping.ts';
import { type ColumnSample, problemSamples } from '../preview/preview-cells.ts';
import type { Preview } from '../preview/use-preview.ts';
import { OutcomeColumn, VALUE, VALUE_LINE } from './outcome-column.tsx';

/** Shared by header and rows on wide screens. */
export const MAPPING_GRID =
  'lg:grid lg:grid-cols-[minmax(0,1fr)_1.25rem_minmax(0,14rem)_minmax(0,1.2fr)] lg:gap-x-4';

interface MappingRowProps {
  column: string;
  upload: Upload;
  draft: ImportDraft;
  preview: Preview;
  options: readonly Option[];
  onMap: (column: string, choice: string) => void;
}

/** Column with its first values, lead field and results. */
export function MappingRow({ column, upload, draft, preview, options, onMap }: MappingRowProps) {
  const samples = problemSamples(upload.preview, preview.rows, column);
  const field = draft.splitColumn === column ? SPLIT_NAMES : mappedField(draft.mapping, column);
  return (
    <li
      className={cx(
        'border-t border-line px-4 py-2 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] lg:items-center lg:px-5 lg:py-1.5',
        MAPPING_GRID,
      )}
    >
      <SampleColumn column={column} samples={samples} mapped={field !== null} />
      <span className="hidden text-muted lg:block">
        <ArrowRight className="size-4" aria-hidden />
      </span>
      <div className="flex items-center gap-2 max-lg:mt-1">
        <ArrowDown className="size-4 shrink-0 text-muted lg:hidden" aria-hidden />
        <Combobox
          aria-label={`Lead field for ${column}`}
          value={field ?? DONT_IMPORT}
          onChange={(choice) => onMap(column, choice)}
          options={options}
          searchPlaceholder="Search fields…"
          emptyText="No fields found"
          className={cx(field === null && 'border-line text-muted')}
        />
      </div>
      <OutcomeColumn column={column} field={field} samples={samples} preview={preview} />
    </li>
  );
}

interface SampleColumnProps {
  column: string;
  samples: ColumnSample[];
  mapped: boolean;
}

function SampleColumn({ column, samples, mapped }: SampleColumnProps) {
  return (
    <div className="min-w-0">
      <p className={cx('truncate text-14', mapped ? 'font-medium' : 'text-muted')} title={column}>
        {column}
      </p>
      <ul aria-label={`Values of ${column}`} className={cx(VALUE_LINE, 'text-muted')}>
        {samples.map(({ row, value }) => (
          <li key={row} className={VALUE} title={value}>
            {`${value} `}
          </li>
        ))}
        {samples.length === 0 && <li>No values in the first rows</li>}
      </ul>
    </div>
  );
}

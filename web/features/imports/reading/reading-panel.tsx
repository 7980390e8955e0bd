import type { Upload } from '#contract/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ENCODING_OPTIONS } from './encoding-options.ts';
import type { ReadingChange } from './reading-change.ts';
import { DELIMITER_OPTIONS, headerText } from './reading-text.ts';
import { SampleGrid } from './sample-grid.tsx';

export interface ReadingPanelProps {
  upload: Upload;
  /** Change in progress, or null. */
  pending: ReadingChange | null;
  onChange: (change: ReadingChange) => void;
}

/** Shows a file's first rows and changes how it is read. */
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

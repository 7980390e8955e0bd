import type { Upload } from '#contract/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ENCODING_OPTIONS } from './encoding-options.ts';
import type { ReadingChange } from './reading-change.ts';
import { aboveHeaderText, DELIMITER_OPTIONS, headerText } from './reading-text.ts';

interface ReadingControlsProps {
  upload: Upload;
  /** Change that the server is reading, or null. */
  pending: ReadingChange | null;
  onChange: (change: ReadingChange) => void;
}

/** Selects sheet, encoding and delimiter of a file, says which row is the header, and lets it have none. */
export function ReadingControls({ upload, pending, onChange }: ReadingControlsProps) {
  const { kind, sheets } = upload;
  const shown = { ...upload, ...pending };
  const busy = pending !== null;
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-3 px-4 py-3">
      {sheets.length > 1 && (
        <Field label="Sheet" className="w-56 max-w-full">
          {(control) => (
            <Select
              {...control}
              value={shown.sheet ?? ''}
              onChange={(sheet) => onChange({ sheet })}
              options={sheets.map((name) => ({ value: name, label: name }))}
            />
          )}
        </Field>
      )}
      {kind === 'csv' && (
        <>
          <Field label="Encoding" className="w-72 max-w-full">
            {(control) => (
              <Combobox
                {...control}
                value={shown.encoding ?? ''}
                onChange={(encoding) => onChange({ encoding })}
                options={ENCODING_OPTIONS}
                searchPlaceholder="Search encodings…"
                emptyText="No such encoding"
              />
            )}
          </Field>
          <Field label="Delimiter" className="w-36 max-w-full">
            {(control) => (
              <Select
                {...control}
                value={shown.delimiter ?? ''}
                onChange={(delimiter) => onChange({ delimiter })}
                options={DELIMITER_OPTIONS}
              />
            )}
          </Field>
        </>
      )}
      <div className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="flex items-center gap-2 text-13 text-muted">
          {busy ? (
            <>
              <Spinner /> Reading the file…
            </>
          ) : (
            (aboveHeaderText(upload) ?? `${headerText(upload)}.`)
          )}
        </p>
        <Button
          size="small"
          aria-pressed={upload.headerRow === 0}
          className={cx(upload.headerRow === 0 && 'bg-accent-tint')}
          onClick={() => upload.headerRow !== 0 && onChange({ headerRow: 0 })}
        >
          No header row
        </Button>
      </div>
    </div>
  );
}

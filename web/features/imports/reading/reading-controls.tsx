import type { Upload } from '#contract/uploads.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ENCODING_OPTIONS } from './encoding-options.ts';
import type { ReadingChange } from './reading-change.ts';
import { DELIMITER_OPTIONS } from './reading-text.ts';

interface ReadingControlsProps {
  upload: Upload;
  /** Change in progress, or null. */
  pending: ReadingChange | null;
  onChange: (change: ReadingChange) => void;
}

/** Selects sheet, encoding and delimiter; nothing without a choice. */
export function ReadingControls({ upload, pending, onChange }: ReadingControlsProps) {
  const { kind, sheets } = upload;
  const shown = { ...upload, ...pending };
  if (kind !== 'csv' && sheets.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-3 px-4 pb-4">
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
          <Field label="Encoding" className="w-80 max-w-full">
            {(control) => (
              <Combobox
                {...control}
                value={shown.encoding ?? ''}
                onChange={(encoding) => onChange({ encoding })}
                options={ENCODING_OPTIONS}
                searchPlaceholder="Search encodings…"
                emptyText="No encodings found"
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
    </div>
  );
}

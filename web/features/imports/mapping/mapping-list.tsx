import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CornerDownRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { createCustomField, listCustomFields } from '#contract/custom-fields.ts';
import { type CustomFieldSpec, type CustomFieldType, customTarget } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { fieldLabel } from '../../../lib/field-label.ts';
import { formatNumber } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { TYPE_OPTIONS } from '../../../lib/type-labels.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import { type ImportDraft, mapColumn, splitNames, type UploadDraftProps } from '../plan/draft.ts';
import {
  CREATE_FIELD,
  DONT_IMPORT,
  fieldOptions,
  nameColumnOptions,
  SPLIT_NAMES,
} from '../plan/field-options.ts';
import { mappedField } from '../plan/mapping.ts';
import { filledFields, previewValues } from '../preview/preview-cells.ts';
import type { Preview } from '../preview/use-preview.ts';
import { MAPPING_GRID, MappingRow } from './mapping-row.tsx';

const SOURCES: Record<string, string> = {
  country: 'From the phone or the default country',
  tags: 'Manual tags',
};

/** Lead fields that options fill without a column. */
function FilledRows({ preview, draft }: { preview: Preview; draft: ImportDraft }) {
  const dimmed = useDimmed(preview.busy);
  return filledFields(preview.rows, draft).map((field) => (
    <li
      key={field}
      className={cx(
        'border-t border-line px-4 py-2 lg:min-h-10 lg:items-center lg:px-5 lg:py-1.5',
        MAPPING_GRID,
      )}
    >
      <p className="text-13 text-muted">{SOURCES[field] ?? 'Set by the options'}</p>
      <span className="hidden text-muted lg:block">
        <CornerDownRight className="size-4" aria-hidden />
      </span>
      <p className="text-14 font-medium lg:px-3">{fieldLabel(field)}</p>
      <p className={cx('truncate text-13', dimmed)} title={previewValues(preview.rows, field, 20).join('\n')}>
        {previewValues(preview.rows, field).join(' · ')}
      </p>
    </li>
  ));
}

type Shown = 'all' | 'mapped' | 'unmapped';

// Minimum columns to offer a filter.
const FILTER_FROM = 9;
// Rendering a row takes about a millisecond, and Excel allows 16,384 columns.
const COLUMNS_AT_FIRST = 200;

interface MappingListProps extends UploadDraftProps {
  preview: Preview;
  customFields: readonly CustomFieldSpec[];
}

export function MappingList({ upload, draft, preview, customFields, onEdit }: MappingListProps) {
  const [shown, setShown] = useState<Shown>('all');
  const [isWhole, setIsWhole] = useState(false);
  const [creating, setCreating] = useState<string | null>(null);
  const isAdmin = useIsAdmin();
  const options = useMemo(() => fieldOptions(draft, customFields, isAdmin), [draft, customFields, isAdmin]);
  const forNames = useMemo(() => nameColumnOptions(options), [options]);
  const isMapped = (column: string) =>
    column === draft.splitColumn || mappedField(draft.mapping, column) !== null;
  const mapped = upload.columns.filter(isMapped);
  const matching = upload.columns.filter(
    (column) => shown === 'all' || isMapped(column) === (shown === 'mapped'),
  );
  const columns = isWhole
    ? matching
    : matching.filter((column, index) => index < COLUMNS_AT_FIRST || isMapped(column));

  function map(column: string, choice: string) {
    if (choice === CREATE_FIELD) {
      setCreating(column);
      return;
    }
    onEdit((now) => {
      if (choice === SPLIT_NAMES) return splitNames(now, column);
      return mapColumn(now, column, choice === DONT_IMPORT ? null : choice);
    });
  }

  return (
    <section aria-label="Field mapping" className="min-w-0 rounded-card border border-line bg-surface">
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 lg:px-5">
        <h2 className="text-14 font-medium tabular-nums">
          {formatNumber(mapped.length)} of {formatNumber(upload.columns.length)} columns mapped
        </h2>
        {upload.columns.length >= FILTER_FROM && (
          <Segmented
            label="Columns shown"
            value={shown}
            onChange={setShown}
            options={[
              { value: 'all', label: 'All' },
              { value: 'mapped', label: 'Mapped' },
              { value: 'unmapped', label: 'Not mapped' },
            ]}
          />
        )}
      </header>
      <div
        aria-hidden
        className={cx('hidden border-t border-line px-5 py-2 text-12 font-medium text-muted', MAPPING_GRID)}
      >
        <span>File Column</span>
        <span />
        <span>Lead Field</span>
        <span>Becomes</span>
      </div>
      <ul>
        <FilledRows preview={preview} draft={draft} />
        {columns.map((column) => (
          <MappingRow
            key={column}
            column={column}
            upload={upload}
            draft={draft}
            preview={preview}
            options={column === upload.nameColumn ? forNames : options}
            onMap={map}
          />
        ))}
        {columns.length === 0 && (
          <li className="border-t border-line px-5 py-8 text-center text-13 text-muted">
            No columns to show
          </li>
        )}
        {columns.length < matching.length && (
          <li className="border-t border-line px-5 py-3 text-center">
            <Button variant="quiet" size="small" onClick={() => setIsWhole(true)}>
              Show All {formatNumber(matching.length)} Columns
            </Button>
          </li>
        )}
      </ul>
      {creating !== null && (
        <CreateFieldDialog
          column={creating}
          upload={upload}
          onCreated={(target) => {
            setCreating(null);
            map(creating, target);
          }}
          onClose={() => setCreating(null)}
        />
      )}
    </section>
  );
}

const BOOLEAN =
  /^(?:yes|no|y|n|true|false|t|f|on|off|ja|nein|oui|non|s[ií]|não|sim|tak|nie|да|нет|evet|hayır)$/iu;
/** Digits, optionally in groups of three; a leading zero marks a code. */
const NUMBER = /^[-+]?(?:0|[1-9]\d{0,2}(?:[\s.,'’]\d{3})+|[1-9]\d*)(?:[.,]\d+)?$/u;
const NUMBER_DIGITS_MAX = 15;
const DATE =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ]\d{1,2}:\d{2}.*)?$/u;

/** Guesses a custom field's type from its values; text unless all agree. */
export function guessFieldType(values: readonly string[]): CustomFieldType {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  if (filled.length === 0) return 'text';
  if (filled.every((value) => BOOLEAN.test(value))) return 'boolean';
  if (filled.every((value) => DATE.test(value))) return 'date';
  return filled.every(isNumber) ? 'number' : 'text';
}

function isNumber(value: string): boolean {
  return NUMBER.test(value) && value.replace(/\D/gu, '').length <= NUMBER_DIGITS_MAX;
}

interface CreateFieldDialogProps {
  column: string;
  upload: Upload;
  /** Receives the mapping target of the new field. */
  onCreated: (target: string) => void;
  onClose: () => void;
}

const NAME_LENGTH = 100;

function CreateFieldDialog({ column, upload, onCreated, onClose }: CreateFieldDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(column.slice(0, NAME_LENGTH));
  const [type, setType] = useState<CustomFieldType>(() =>
    guessFieldType(upload.preview.map((row) => row[column] ?? '')),
  );
  const create = useMutation({
    mutationFn: () => callApi(createCustomField, { body: { name: name.trim(), type } }),
    onSuccess: (created) => {
      client.setQueryData(queryOf(listCustomFields, {}).queryKey, (fields) => fields && [...fields, created]);
      toast({ title: 'Custom field created', description: created.name });
      onCreated(customTarget(created.name));
    },
  });
  const error = create.error ? messageOf(create.error) : undefined;
  return (
    <ActionDialog
      onClose={onClose}
      title="Create Custom Field"
      description={`Stores the values of ${column} on your leads.`}
      action="Create Field"
      disabled={name.trim() === ''}
      pending={create.isPending}
      pendingText="Creating..."
      onAction={() => create.mutate()}
    >
      <Field label="Name" error={error}>
        <TextInput
          value={name}
          maxLength={NAME_LENGTH}
          autoComplete="off"
          onChange={(event) => {
            create.reset();
            setName(event.target.value);
          }}
        />
      </Field>
      <Field label="Type" help="Suggested from the first rows.">
        <Select
          value={type}
          onChange={setType}
          options={TYPE_OPTIONS.filter(({ value }) => value !== 'choice')}
        />
      </Field>
    </ActionDialog>
  );
}

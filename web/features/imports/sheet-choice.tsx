import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { ImportWizardActions } from './use-import-wizard.ts';
import type { Wizard } from './wizard.ts';

interface SheetChoiceProps {
  wizard: Extract<Wizard, { phase: 'ready' }>;
  actions: ImportWizardActions;
}

/** Selects the sheet of a workbook to import; renders nothing if it has only one. */
export function SheetChoice({ wizard: { upload, reading }, actions }: SheetChoiceProps) {
  const { sheets, sheet } = upload;
  if (sheets.length < 2) return null;
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <Field label="Sheet" className="w-64 max-w-full">
        {(control) => (
          <Select
            {...control}
            value={reading ?? sheet ?? ''}
            onChange={actions.chooseSheet}
            options={sheets.map((name) => ({ value: name, label: name }))}
            disabled={reading !== null}
          />
        )}
      </Field>
      <p role="status" className="flex h-9 items-center gap-2 text-13 text-muted">
        {reading !== null && (
          <>
            <Spinner /> Reading the sheet…
          </>
        )}
      </p>
    </div>
  );
}

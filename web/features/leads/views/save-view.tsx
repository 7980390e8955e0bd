import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

export interface ViewDraft {
  name: string;
  shared: boolean;
  /** Stores columns as well as filters. */
  columns: boolean;
}

export interface SaveViewProps {
  pending: boolean;
  error: string | undefined;
  onSave: (draft: ViewDraft) => void;
  onCancel: () => void;
}

/** Saves current filters and columns under a name. */
export function SaveView({ pending, error, onSave, onCancel }: SaveViewProps) {
  const [draft, setDraft] = useState<ViewDraft>({ name: '', shared: false, columns: true });
  const name = draft.name.trim();
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') onSave({ ...draft, name });
      }}
    >
      <Field label="Name of the view" error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={(box) => box?.focus()}
            maxLength={100}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="Save the columns too"
        checked={draft.columns}
        onChange={(columns) => setDraft({ ...draft, columns })}
      />
      <Checkbox
        label="Share with the organization"
        checked={draft.shared}
        onChange={(shared) => setDraft({ ...draft, shared })}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={name === ''}
          pending={pending}
          pendingText="Saving..."
        >
          Save View
        </Button>
      </div>
    </form>
  );
}

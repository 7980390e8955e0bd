import { useState } from 'react';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { FixColumn } from './rows/fix-row.ts';
import type { FixReplacement } from './rows/use-fix-actions.ts';

interface ReplaceDialogProps {
  columns: readonly FixColumn[];
  /** Initial values, from the selected cell. */
  column: string;
  find: string;
  onReplace: (replacement: Omit<FixReplacement, 'filter'>, filteredOnly: boolean) => void;
  onClose: () => void;
}

/** Replaces values of a column, in the file or listed rows. */
export function ReplaceDialog({ columns, column, find: initial, onReplace, onClose }: ReplaceDialogProps) {
  const [chosen, setChosen] = useState(column);
  const [find, setFind] = useState(initial);
  const [replacement, setReplacement] = useState('');
  const [match, setMatch] = useState<'cell' | 'part'>('cell');
  const [filteredOnly, setFilteredOnly] = useState(false);
  const [failed, setFailed] = useState(false);

  function submit() {
    if (match === 'part' && find === '') return setFailed(true);
    onReplace({ column: chosen, match, find, replacement }, filteredOnly);
    onClose();
  }

  return (
    <ActionDialog onClose={onClose} title="Find and Replace" action="Replace All" onAction={submit}>
      <Field label="Column">
        <Select
          value={chosen}
          options={columns.map(({ name }) => ({ value: name, label: name }))}
          onChange={setChosen}
        />
      </Field>
      <Field
        label="Find"
        error={failed && find === '' ? 'Enter the text to find.' : undefined}
        {...(match === 'cell' && { help: 'Leave blank to match empty cells.' })}
      >
        <TextInput value={find} onChange={(event) => setFind(event.target.value)} />
      </Field>
      <Field label="Replace with" help="Leave empty to clear.">
        <TextInput value={replacement} onChange={(event) => setReplacement(event.target.value)} />
      </Field>
      <RadioGroup
        label="Match"
        value={match}
        onChange={setMatch}
        options={[
          { value: 'cell', label: 'Whole cell', help: 'Exactly this text' },
          { value: 'part', label: 'Part of a cell', help: 'Ignores case' },
        ]}
      />
      <Checkbox
        checked={filteredOnly}
        onChange={setFilteredOnly}
        label="Only rows that match the filters"
        help="Otherwise, all rows in the file."
      />
    </ActionDialog>
  );
}

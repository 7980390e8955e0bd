import { COLUMN_NAME_MAX, TOOL_PARTS_MAX } from '#contract/column-tools.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { ToolInput } from './tool-form.ts';

interface ToolFieldsProps {
  input: ToolInput;
  /** Columns the tool can read. */
  columns: readonly string[];
  onChange: (change: Partial<ToolInput>) => void;
}

export function ToolFields({ input, columns, onChange }: ToolFieldsProps) {
  const text = (
    label: string,
    key: 'separator' | 'name' | 'value' | 'find' | 'replacement',
    help?: string,
  ) => (
    <TextField
      label={label}
      help={help}
      value={input[key]}
      onChange={(value) => onChange({ [key]: value })}
    />
  );
  // A space is invisible in its field.
  const separated = (use: string, rest = '') =>
    text('Separator', 'separator', `${use}${input.separator === ' ' ? ' (now a space)' : ''}.${rest}`);
  const column = (
    <ColumnField
      label="Column"
      value={input.column}
      columns={columns}
      onChange={(name) => onChange({ column: name })}
    />
  );
  switch (input.tool) {
    case 'merge':
      return (
        <>
          <MergedColumns input={input} columns={columns} onChange={onChange} />
          {separated('Goes between the values', ' Blank values are skipped.')}
          {text('New column', 'name')}
        </>
      );
    case 'split':
      return (
        <>
          {column}
          {separated('Stands between the values', ' The last new column gets the rest.')}
          <NewColumns names={input.names} onChange={(names) => onChange({ names })} />
        </>
      );
    case 'constant':
      return (
        <>
          {text('New column', 'name')}
          {text('Value', 'value', 'Every row gets this value.')}
        </>
      );
    case 'default':
      return (
        <>
          {column}
          {text('Value', 'value', 'Used where the cell is blank.')}
        </>
      );
    case 'replace':
      return (
        <>
          {column}
          {text('Find', 'find')}
          {text('Replace with', 'replacement', 'Leave blank to remove the text.')}
          <Checkbox
            label="Ignore case"
            checked={input.ignoreCase}
            onChange={(ignoreCase) => onChange({ ignoreCase })}
          />
          <Checkbox
            label="Only whole cells"
            checked={input.wholeCell}
            onChange={(wholeCell) => onChange({ wholeCell })}
          />
        </>
      );
  }
}

interface TextFieldProps {
  label: string;
  help?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function TextField({ label, help, value, onChange }: TextFieldProps) {
  return (
    <Field label={label} help={help}>
      <TextInput value={value} onChange={(event) => onChange(event.target.value)} autoComplete="off" />
    </Field>
  );
}

interface ColumnFieldProps {
  label: string;
  value: string;
  columns: readonly string[];
  onChange: (column: string) => void;
}

function ColumnField({ label, value, columns, onChange }: ColumnFieldProps) {
  return (
    <Field label={label}>
      <Combobox
        value={value}
        onChange={onChange}
        options={columns.map((name) => ({ value: name, label: name }))}
        placeholder="Choose a column…"
        searchPlaceholder="Search columns…"
        emptyText="No columns found"
      />
    </Field>
  );
}

function MergedColumns({ input, columns, onChange }: ToolFieldsProps) {
  const places = input.columns.map((value, place) => ({ value, place }));
  return (
    <>
      {places.map(({ value, place }) => (
        <ColumnField
          key={place}
          label={`Column ${place + 1}`}
          value={value}
          columns={columns.filter((name) => name === value || !input.columns.includes(name))}
          onChange={(name) => onChange({ columns: input.columns.with(place, name) })}
        />
      ))}
      {input.columns.length < TOOL_PARTS_MAX && (
        <Button
          size="small"
          className="self-start"
          onClick={() => onChange({ columns: [...input.columns, ''] })}
        >
          Add Another Column
        </Button>
      )}
    </>
  );
}

function NewColumns({ names, onChange }: { names: readonly string[]; onChange: (names: string[]) => void }) {
  const places = names.map((name, place) => ({ name, place }));
  return (
    <>
      {places.map(({ name, place }) => (
        <Field key={place} label={`New column ${place + 1}`}>
          <TextInput
            value={name}
            maxLength={COLUMN_NAME_MAX}
            onChange={(event) => onChange(names.with(place, event.target.value))}
            autoComplete="off"
          />
        </Field>
      ))}
      {names.length < TOOL_PARTS_MAX && (
        <Button size="small" className="self-start" onClick={() => onChange([...names, ''])}>
          Add Another Column
        </Button>
      )}
    </>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useState } from 'react';
import {
  type ColumnSet,
  createColumnSet,
  deleteColumnSet,
  listColumnSets,
  updateColumnSet,
} from '#contract/column-sets.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { customFieldsQuery } from '../queries.ts';
import {
  allExportColumns,
  type ColumnOption,
  chosenFields,
  includedColumns,
  moved,
} from './export-choice.ts';

interface ColumnChoiceProps {
  chosen: readonly string[] | null;
  onChosen: (chosen: readonly string[] | null) => void;
}

export function ColumnChoice({ chosen, onChosen }: ColumnChoiceProps) {
  const list = useId();
  const [open, setOpen] = useState(false);
  const { data: customFields } = useQuery(customFieldsQuery);
  const all = allExportColumns(customFields ?? []);
  const included = includedColumns(all, chosen);
  const fields = new Set(included.map(({ field }) => field));
  const others = all.filter(({ field }) => !fields.has(field));
  const choose = (columns: readonly ColumnOption[]) => onChosen(chosenFields(all, columns));
  return (
    <section aria-label="Columns" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-13">
          <span className="font-medium">Columns</span>{' '}
          <span className="text-muted tabular-nums">
            {others.length === 0
              ? `All ${formatNumber(all.length)}`
              : `${formatNumber(included.length)} of ${formatNumber(all.length)}`}
          </span>
        </p>
        <Button
          size="small"
          aria-expanded={open}
          disabled={customFields === undefined}
          {...(open && { 'aria-controls': list })}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide Columns' : 'Choose Columns'}
        </Button>
      </div>
      <ColumnSetSelect chosen={chosen} onChosen={onChosen} />
      {open && (
        <div id={list} className="rounded-control border border-line">
          <div className="max-h-64 overflow-y-auto px-3 py-2">
            <ol aria-label="Included columns">
              {included.map((column, at) => (
                <li key={column.field} className="flex min-h-8 items-center justify-between gap-2">
                  <Checkbox
                    checked
                    disabled={included.length === 1}
                    label={column.label}
                    onChange={() => choose(included.toSpliced(at, 1))}
                  />
                  <span className="flex">
                    <IconButton
                      icon={ArrowUp}
                      label={`Move ${column.label} up`}
                      className="size-7"
                      disabled={at === 0}
                      onClick={() => choose(moved(included, at, -1))}
                    />
                    <IconButton
                      icon={ArrowDown}
                      label={`Move ${column.label} down`}
                      className="size-7"
                      disabled={at === included.length - 1}
                      onClick={() => choose(moved(included, at, 1))}
                    />
                  </span>
                </li>
              ))}
            </ol>
            {others.length > 0 && (
              <ul aria-label="Left out columns" className="mt-1 border-t border-line pt-1">
                {others.map((column) => (
                  <li key={column.field} className="flex min-h-8 items-center">
                    <Checkbox
                      checked={false}
                      label={column.label}
                      onChange={() => choose([...included, column])}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className="flex flex-wrap gap-2 border-t border-line px-3 py-2">
            <Button size="small" variant="quiet" onClick={() => onChosen(null)}>
              Include All
            </Button>
            <Button
              size="small"
              variant="quiet"
              disabled={included.length === 1}
              onClick={() => choose(included.slice(0, 1))}
            >
              Keep Only the First
            </Button>
            <ColumnSetActions chosen={chosen} onChosen={onChosen} />
          </div>
        </div>
      )}
    </section>
  );
}

interface ColumnSetProps {
  chosen: readonly string[] | null;
  onChosen: (chosen: readonly string[] | null) => void;
}

const ALL = 'all';
const OWN = 'own';

function setOf(sets: readonly ColumnSet[], chosen: readonly string[] | null): ColumnSet | undefined {
  return sets.find(({ columns }) => JSON.stringify(columns) === JSON.stringify(chosen));
}

/** Chooses a saved set of columns; nothing without sets. */
function ColumnSetSelect({ chosen, onChosen }: ColumnSetProps) {
  const { data: sets = [] } = useQuery(queryOf(listColumnSets, {}));
  if (sets.length === 0) return null;
  const value = chosen === null ? ALL : (setOf(sets, chosen)?.id ?? OWN);
  return (
    <Select
      aria-label="Column set"
      value={value}
      options={[
        { value: ALL, label: 'All columns' },
        ...sets.map(({ id, name }) => ({ value: id, label: name })),
        ...(value === OWN ? [{ value: OWN, label: 'Chosen columns' }] : []),
      ]}
      onChange={(id) => {
        if (id !== OWN) onChosen(sets.find((set) => set.id === id)?.columns ?? null);
      }}
    />
  );
}

/** Saves the chosen columns under a name, or deletes the set that they are. */
function ColumnSetActions({ chosen, onChosen }: ColumnSetProps) {
  const client = useQueryClient();
  const { data: sets = [] } = useQuery(queryOf(listColumnSets, {}));
  const [name, setName] = useState<string | null>(null);
  const onSettled = () => client.invalidateQueries({ queryKey: [listColumnSets.path] });
  const save = useMutation({
    mutationFn: (typed: string) => {
      const columns = [...(chosen ?? [])];
      const known = sets.find((set) => set.name.toLowerCase() === typed.toLowerCase());
      return known
        ? callApi(updateColumnSet, { params: { id: known.id }, body: { columns } })
        : callApi(createColumnSet, { body: { name: typed, columns } });
    },
    onSuccess: (set) => {
      setName(null);
      toast({ title: 'Column set saved', description: set.name });
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: ColumnSet) => callApi(deleteColumnSet, { params: { id } }),
    onSuccess: (_reply, set) => {
      onChosen(set.columns);
      toast({
        title: 'Column set deleted',
        description: set.name,
        action: { label: 'Undo', onAction: () => save.mutate(set.name) },
      });
    },
    onError: (error) => showReason(error, "Couldn't delete the column set"),
    onSettled,
  });
  const current = setOf(sets, chosen);
  if (chosen === null) return null;
  if (name === null) {
    return current ? (
      <Button
        size="small"
        variant="quiet"
        pending={remove.isPending}
        pendingText="Deleting..."
        onClick={() => remove.mutate(current)}
      >
        Delete Set
      </Button>
    ) : (
      <Button size="small" variant="quiet" onClick={() => setName('')}>
        Save as Set
      </Button>
    );
  }
  const isKnown = sets.some((set) => set.name.toLowerCase() === name.trim().toLowerCase());
  return (
    <form
      className="flex w-full items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate(name.trim());
      }}
    >
      <Field
        label="Name of the column set"
        className="flex-1"
        error={save.error ? messageOf(save.error, "Couldn't save the column set") : undefined}
      >
        <TextInput
          autoFocus
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={name.trim() === ''} pending={save.isPending} pendingText="Saving...">
        {isKnown ? 'Replace' : 'Save'}
      </Button>
    </form>
  );
}

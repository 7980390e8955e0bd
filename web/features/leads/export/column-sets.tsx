import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ColumnSet,
  createColumnSet,
  deleteColumnSet,
  listColumnSets,
  updateColumnSet,
} from '#contract/column-sets.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { columnSetsQuery } from '../../../lib/column-sets.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast-store.ts';

interface ColumnSetProps {
  chosen: readonly string[] | null;
  onChosen: (chosen: readonly string[] | null) => void;
}

const ALL = 'all';
const OWN = 'own';

/** Returns the set with exactly these columns. */
function setOf(sets: readonly ColumnSet[], chosen: readonly string[] | null): ColumnSet | undefined {
  return sets.find(({ columns }) => JSON.stringify(columns) === JSON.stringify(chosen));
}

/** Chooses a saved set of columns; nothing without sets. */
export function ColumnSetSelect({ chosen, onChosen }: ColumnSetProps) {
  const { data: sets = [] } = useQuery(columnSetsQuery);
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
export function ColumnSetActions({ chosen, onChosen }: ColumnSetProps) {
  const client = useQueryClient();
  const { data: sets = [] } = useQuery(columnSetsQuery);
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

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listOwners } from '#contract/lead-owners.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import { queryOf } from './query.ts';

const NOBODY = 'none';
const SHARED = 'shared';

interface OwnerPickerProps {
  label: string;
  error?: string | undefined;
  /** IDs of users; none for no owner, null while nothing is chosen. */
  owners: readonly string[] | null;
  onOwners: (owners: readonly string[] | null) => void;
}

export function OwnerPicker({ label, error, owners: chosen, onOwners }: OwnerPickerProps) {
  const { data: users = [] } = useQuery(queryOf(listOwners, {}));
  const [sharing, setSharing] = useState((chosen?.length ?? 0) > 1);
  const single = chosen === null ? '' : (chosen[0] ?? NOBODY);
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} error={error}>
        <Combobox
          value={sharing ? SHARED : single}
          options={[
            { value: NOBODY, label: 'Nobody' },
            ...(users.length > 1 ? [{ value: SHARED, label: 'Several users, evenly' }] : []),
            ...users.map(({ id, username }) => ({ value: id, label: username })),
          ]}
          placeholder="Choose a user"
          searchPlaceholder="Search users"
          onChange={(value) => {
            setSharing(value === SHARED);
            if (value === SHARED) onOwners(users.map(({ id }) => id));
            else onOwners(value === NOBODY ? [] : [value]);
          }}
        />
      </Field>
      {sharing && (
        <fieldset className="flex max-h-48 flex-col gap-2 overflow-y-auto py-0.5 max-md:gap-7 max-md:py-4">
          <legend className="sr-only">Users who share the leads</legend>
          {users.map(({ id, username }) => (
            <Checkbox
              key={id}
              label={username}
              checked={chosen?.includes(id) === true}
              onChange={(checked) => {
                const others = (chosen ?? []).filter((each) => each !== id);
                const next = checked ? [...others, id] : others;
                onOwners(next.length === 0 ? null : next);
              }}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

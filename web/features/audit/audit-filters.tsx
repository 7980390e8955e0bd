import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listUsers } from '#contract/accounts.ts';
import { AUDIT_ACTIONS, AUDIT_LABELS, type AuditAction } from '#contract/audit-logs.ts';
import { queryOf } from '../../lib/query.ts';
import { Combobox } from '../../ui/combobox.tsx';
import type { Option } from '../../ui/option.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { AuditSearch } from './search.ts';

const ALL = 'all';

const OPTIONS: readonly Option<AuditAction | typeof ALL>[] = [
  { value: ALL, label: 'All' },
  ...AUDIT_ACTIONS.map((value) => ({ value, label: AUDIT_LABELS[value] })),
];

interface AuditFiltersProps {
  filter: Pick<AuditSearch, 'action' | 'user' | 'from' | 'to'>;
  search: string;
  onFilter: (change: Pick<AuditSearch, 'action' | 'user' | 'from' | 'to'>) => void;
  onSearch: (search: string) => void;
}

/** Server-side filters, and a search within the loaded page. */
export function AuditFilters({ filter, search, onFilter, onSearch }: AuditFiltersProps) {
  const { action, user, from, to } = filter;
  const users = useQuery(queryOf(listUsers, {})).data ?? [];
  const names = new Set([...users.map(({ username }) => username), ...(user === undefined ? [] : [user])]);
  const box = useRef<HTMLInputElement>(null);
  // External changes of the URL update the input.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = search;
  }, [search]);
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <SearchInput
        label="Search this page by username or IP"
        className="w-80 max-md:w-full"
        ref={box}
        defaultValue={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <div className="w-56 max-md:w-[calc(50%-0.375rem)]">
        <Combobox
          aria-label="Action"
          value={AUDIT_ACTIONS.find((known) => known === action) ?? ALL}
          onChange={(next) => onFilter({ action: next === ALL ? undefined : next })}
          options={OPTIONS}
          searchPlaceholder="Find an action"
          emptyText="No actions found"
        />
      </div>
      <div className="w-48 max-md:w-[calc(50%-0.375rem)]">
        <Combobox
          aria-label="User"
          value={user ?? ''}
          onChange={(next) => onFilter({ user: next === '' ? undefined : next })}
          options={[
            { value: '', label: 'All users' },
            ...[...names].sort().map((name) => ({ value: name, label: name })),
          ]}
          searchPlaceholder="Find a user"
          emptyText="No users found"
        />
      </div>
      <div className="flex items-center gap-2 max-md:w-full">
        <DayInput label="From" value={from} onChange={(day) => onFilter({ from: day })} />
        <span className="text-13 text-muted" aria-hidden>
          to
        </span>
        <DayInput label="To" value={to} onChange={(day) => onFilter({ to: day })} />
      </div>
    </div>
  );
}

interface DayInputProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={value ?? ''}
      max="9999-12-31"
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      className="w-38 max-md:w-full"
    />
  );
}

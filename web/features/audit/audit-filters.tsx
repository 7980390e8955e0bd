import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { AUDIT_ACTIONS, AUDIT_LABELS, type AuditAction } from '#contract/audit-logs.ts';
import { Combobox } from '../../ui/combobox.tsx';
import type { Option } from '../../ui/option.ts';
import { TextInput } from '../../ui/text-input.tsx';

const ALL = 'all';

const OPTIONS: readonly Option<AuditAction | typeof ALL>[] = [
  { value: ALL, label: 'All' },
  ...AUDIT_ACTIONS.map((value) => ({ value, label: AUDIT_LABELS[value] })),
];

interface AuditFiltersProps {
  action: AuditAction | undefined;
  search: string;
  onAction: (action: AuditAction | undefined) => void;
  onSearch: (search: string) => void;
}

/**
 * Renders the filter by action, which the server applies, and the search within the page, which runs in the
 * browser.
 */
export function AuditFilters({ action, search, onAction, onSearch }: AuditFiltersProps) {
  const box = useRef<HTMLInputElement>(null);
  // The URL follows the input; the input follows the URL when something else changes it.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = search;
  }, [search]);
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <div className="relative w-80 max-md:w-full">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <TextInput
          type="search"
          aria-label="Search this page by username or IP"
          placeholder="Search this page by username or IP"
          ref={box}
          defaultValue={search}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onSearch(event.target.value)}
          className="pl-9"
        />
      </div>
      <div className="w-56 max-md:w-full">
        <Combobox
          aria-label="Action"
          value={action ?? ALL}
          onChange={(next) => onAction(next === ALL ? undefined : next)}
          options={OPTIONS}
          searchPlaceholder="Find an action"
          emptyText="No such action"
        />
      </div>
    </div>
  );
}

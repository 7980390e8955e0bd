import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { getUser } from '#contract/current-user.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import { queryOf } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import type { SelectedLeads } from './export/export-choice.ts';
import { LazyExportFlow, LazyPart } from './lazy-parts.tsx';

interface ExportSelectedProps {
  filter: LeadFilter;
  sort: LeadSort;
  selection: SelectedLeads;
}

/** Exports the selected leads. */
export function ExportSelected({ filter, sort, selection }: ExportSelectedProps) {
  const { data: user } = useQuery(queryOf(getUser, {}));
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={Download} onClick={() => setOpen(true)}>
        Export Selected
      </Button>
      {open && user && (
        <LazyPart>
          <LazyExportFlow
            source={{ filter, sort, selection: { target: selection.target, count: selection.count } }}
            user={user}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </>
  );
}

import { ArrowRight } from 'lucide-react';
import type { PhoneChange } from '#contract/phones.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Cell, DataTable, HeaderCell, TableRow } from '../../../ui/data-table.tsx';
import { Truncated } from '../../../ui/truncated.tsx';

/**
 * Lists numbers before and after a change, stacked on phones; marks numbers that another lead already has as
 * conflicts.
 */
export function ChangeTable({ rows }: { rows: readonly PhoneChange[] }) {
  return (
    <DataTable label="Before and after" className="max-h-[26.5rem]">
      <thead>
        <tr>
          <HeaderCell>Lead</HeaderCell>
          <HeaderCell className="max-md:hidden">Before</HeaderCell>
          <HeaderCell>
            <span className="md:hidden">Before, </span>After
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          // A file may contain a lead twice with different numbers.
          <ChangeRow key={`${row.leadId} ${row.after}`} {...row} />
        ))}
      </tbody>
    </DataTable>
  );
}

function ChangeRow({ name, country, before, after, outcome }: PhoneChange) {
  const conflict = outcome === 'conflict';
  return (
    <TableRow>
      <Cell className="py-1.5">
        <Truncated text={name || 'No name'} className="max-w-32 font-medium md:max-w-52" />
        <Truncated text={country ?? 'No country'} className="max-w-32 text-12 text-muted md:max-w-52" />
      </Cell>
      <Cell className="whitespace-nowrap text-muted tabular-nums max-md:hidden">
        <Truncated text={before ?? 'No phone'} className="max-w-40" />
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums">
        <Truncated text={before ?? 'No phone'} className="max-w-40 text-muted md:hidden" />
        <span className="flex items-center gap-2">
          <ArrowRight className="size-3.5 shrink-0 text-muted" aria-hidden />
          <span className={conflict ? 'text-muted line-through' : 'font-medium'}>{after}</span>
          {conflict && (
            <span title="Another lead already has this number">
              <Badge tone="caution">Conflict</Badge>
            </span>
          )}
        </span>
      </Cell>
    </TableRow>
  );
}

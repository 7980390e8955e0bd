import { ArrowRight } from 'lucide-react';
import type { PhoneChange } from '#contract/phones.ts';
import { Badge } from '../../ui/badge.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { Truncated } from '../../ui/truncated.tsx';

const TABLE_WIDTH = 480;

const COLUMNS: readonly RecordColumn<PhoneChange>[] = [
  {
    label: 'Lead',
    onCard: 'title',
    cellClassName: 'py-1.5',
    value: ({ name, country }) => (
      <>
        <Truncated text={name || 'No name'} className="max-w-52 font-medium" />
        <Truncated text={country ?? 'No country'} className="max-w-52 text-12 font-normal text-muted" />
      </>
    ),
  },
  {
    label: 'Before',
    cellClassName: 'whitespace-nowrap text-muted tabular-nums',
    value: ({ before }) => <Truncated text={before ?? 'No phone'} className="max-w-40" />,
  },
  {
    label: 'After',
    cellClassName: 'whitespace-nowrap tabular-nums',
    value: (change) => <After {...change} />,
  },
];

/** Numbers before and after a change; marks numbers of other leads as conflicts. */
export function ChangeTable({ rows }: { rows: readonly PhoneChange[] }) {
  return (
    <RecordTable
      label="Before and after"
      records={rows}
      // A file may contain a lead twice with different numbers.
      keyOf={({ leadId, after }) => `${leadId} ${after}`}
      tableWidth={TABLE_WIDTH}
      className="max-h-[26.5rem]"
      columns={COLUMNS}
    />
  );
}

function After({ after, outcome }: PhoneChange) {
  const conflict = outcome === 'conflict';
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 md:justify-start">
      <ArrowRight className="size-3.5 shrink-0 text-muted" aria-hidden />
      <span className={conflict ? 'text-muted line-through' : 'font-medium'}>{after}</span>
      {conflict && (
        <span title="Another lead already has this number">
          <Badge tone="caution">Conflict</Badge>
        </span>
      )}
    </span>
  );
}

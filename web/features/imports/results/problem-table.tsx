import type { ReportRow } from '#contract/imports.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { OUTCOMES } from './import-states.ts';
import { LeadLink } from './lead-link.tsx';

/** CSS pixels for all columns. */
const TABLE_WIDTH = 480;

/** Report rows with position, outcome and reason. */
export function ProblemTable({ rows }: { rows: readonly ReportRow[] }) {
  return (
    <RecordTable
      label="Problems"
      records={rows}
      keyOf={({ row }) => row}
      tableWidth={TABLE_WIDTH}
      className="max-h-96"
      columns={[
        {
          label: 'Row',
          numeric: true,
          cellClassName: 'py-2 align-top text-muted',
          value: ({ row }) => formatNumber(row),
        },
        {
          label: 'Outcome',
          cellClassName: 'py-2 align-top',
          value: ({ outcome }) => (
            <Badge tone={OUTCOMES[outcome].tone} className="align-top">
              {OUTCOMES[outcome].label}
            </Badge>
          ),
        },
        {
          label: 'Reason',
          onCard: 'block',
          className: 'w-full',
          cellClassName: 'min-w-36 py-2 align-top wrap-anywhere',
          value: ({ reason, repeatsLead }) => (
            <>
              {reason} {repeatsLead !== null && <LeadLink id={repeatsLead}>View Lead</LeadLink>}
            </>
          ),
        },
      ]}
    />
  );
}

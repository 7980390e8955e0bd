import type { ReportRow } from '#contract/imports.ts';
import { formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { OUTCOMES } from './import-states.ts';
import { LeadLink } from './lead-link.tsx';

/** Lists rows of an import's report with their position in the file, outcome and reason. */
export function ProblemTable({ rows }: { rows: readonly ReportRow[] }) {
  return (
    <DataTable label="Problems" className="max-h-96">
      <thead>
        <tr>
          <HeaderCell numeric>Row</HeaderCell>
          <HeaderCell>Outcome</HeaderCell>
          <HeaderCell className="w-full">Reason</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, outcome, reason, repeatsLead }) => (
          <TableRow key={row}>
            <Cell numeric className="py-2 align-top text-muted">
              {formatNumber(row)}
            </Cell>
            <Cell className="py-2 align-top">
              <Badge tone={OUTCOMES[outcome].tone} className="align-top">
                {OUTCOMES[outcome].label}
              </Badge>
            </Cell>
            <Cell className="min-w-36 py-2 align-top wrap-anywhere">
              {reason} {repeatsLead !== null && <LeadLink id={repeatsLead}>View Lead</LeadLink>}
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

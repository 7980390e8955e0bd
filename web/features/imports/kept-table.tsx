import { Link } from '@tanstack/react-router';
import type { KeptLead } from '#contract/imports.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { keptName } from './undo-text.ts';

/** Lists the leads that an undo left unchanged, with the reasons. */
export function KeptTable({ leads }: { leads: readonly KeptLead[] }) {
  return (
    <DataTable label="Kept leads" className="max-h-96">
      <thead>
        <tr>
          <HeaderCell>Lead</HeaderCell>
          <HeaderCell className="w-full">Reason</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <TableRow key={lead.leadId}>
            <Cell className="min-w-32 py-2 md:min-w-60 align-top">
              <KeptLeadName lead={lead} />
            </Cell>
            <Cell className="min-w-36 py-2 align-top wrap-anywhere">{lead.message}</Cell>
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

function KeptLeadName({ lead }: { lead: KeptLead }) {
  const name = keptName(lead);
  const reach = lead.email ?? lead.phone;
  return (
    <>
      {reach === null ? (
        <span className="text-muted">{name}</span>
      ) : (
        <Link
          to="/leads"
          search={{ lead: lead.leadId }}
          className="font-medium wrap-anywhere underline-offset-2 hover:underline"
        >
          {name}
        </Link>
      )}
      {reach !== null && reach !== name && (
        <span className="block text-12 wrap-anywhere text-muted">{reach}</span>
      )}
    </>
  );
}

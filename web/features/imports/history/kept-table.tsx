import { Link } from '@tanstack/react-router';
import type { KeptLead } from '#contract/imports.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { keptName } from './undo-text.ts';

/** CSS pixels for all columns. */
const TABLE_WIDTH = 480;

/** Leads unchanged by an undo, with reasons. */
export function KeptTable({ leads }: { leads: readonly KeptLead[] }) {
  return (
    <RecordTable
      label="Kept leads"
      records={leads}
      keyOf={({ leadId }) => leadId}
      tableWidth={TABLE_WIDTH}
      className="max-h-96"
      columns={[
        {
          label: 'Lead',
          onCard: 'title',
          cellClassName: 'min-w-60 py-2 align-top',
          value: (lead) => <KeptLeadName lead={lead} />,
        },
        {
          label: 'Reason',
          onCard: 'block',
          className: 'w-full',
          cellClassName: 'min-w-36 py-2 align-top wrap-anywhere',
          value: ({ message }) => message,
        },
      ]}
    />
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

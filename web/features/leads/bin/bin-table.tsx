import type { TrashedLead } from '#contract/trash.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../../ui/data-table.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Ago, Nothing, Phone } from '../lead-cells.tsx';
import { leadName, RowCheckbox } from '../table/lead-table-row.tsx';
import { TABLE_FRAME } from '../table/table-size.ts';
import type { PageSelection } from '../use-selection.ts';
import { BinActions, type LeadCallbacks, TimeLeft, wayOf } from './bin-cells.tsx';

export interface BinTableProps extends LeadCallbacks {
  leads: readonly TrashedLead[];
  /** True while newer rows load. */
  stale: boolean;
  selection: PageSelection;
  onOpen: (id: string) => void;
}

const COLUMNS = ['Name', 'Email', 'Phone', 'Deleted', 'Deleted By', 'Days Left'] as const;

/** Lists leads in the trash: when and by whom they were deleted, and how long they stay. */
export function BinTable({ leads, stale, selection, onOpen, ...actions }: BinTableProps) {
  return (
    <DataTable label="Leads in the bin" stale={stale} className={TABLE_FRAME} style={{ minWidth: 960 }}>
      <thead>
        <tr>
          <HeaderCell className="w-10 pr-0">
            <RowCheckbox
              label="Select all leads on this page"
              checked={selection.page === 'all'}
              indeterminate={selection.page === 'some'}
              onClick={selection.togglePage}
            />
          </HeaderCell>
          {COLUMNS.map((label) => (
            <HeaderCell key={label}>{label}</HeaderCell>
          ))}
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {leads.map((lead, index) => (
          <TableRow key={lead.id} selected={selection.has(lead.id)}>
            <Cell className="pr-0">
              <RowCheckbox
                label={`Select ${leadName(lead)}`}
                checked={selection.has(lead.id)}
                onClick={(event) => selection.toggle(index, event.shiftKey)}
              />
            </Cell>
            <Cell className="max-w-56 font-medium">
              <button
                type="button"
                title={leadName(lead)}
                onClick={() => onOpen(lead.id)}
                className="block max-w-full truncate underline-offset-2 hover:underline"
              >
                {leadName(lead)}
              </button>
            </Cell>
            <Cell className="max-w-64 truncate" title={lead.email ?? undefined}>
              {lead.email ?? <Nothing />}
            </Cell>
            <Cell>
              <Phone phone={lead.phone} numberValid={lead.numberValid} />
            </Cell>
            <Cell>
              <Ago time={lead.deletedAt} />
            </Cell>
            <Cell className="max-w-72">
              <DeletedBy lead={lead} />
            </Cell>
            <Cell>
              <TimeLeft deletedAt={lead.deletedAt} />
            </Cell>
            <Cell className="w-0 pl-0">
              <BinActions lead={lead} {...actions} />
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

function DeletedBy({ lead }: { lead: TrashedLead }) {
  const way = wayOf(lead);
  if (lead.deletion === null) return <Nothing />;
  return (
    <span className="block truncate" title={[lead.deletion.by, way].filter(Boolean).join(' · ')}>
      {lead.deletion.by}
      {way !== null && <span className="text-muted"> · {way}</span>}
    </span>
  );
}

/** Renders a placeholder for the table while the first page loads. */
export function BinTableSkeleton() {
  return (
    <DataTable label="Leads in the bin" busy className={TABLE_FRAME}>
      <thead>
        <tr>
          {COLUMNS.map((label) => (
            <HeaderCell key={label}>{label}</HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 12 }, (_, row) => `row-${row}`).map((row) => (
          <TableRow key={row}>
            {COLUMNS.map((label) => (
              <Cell key={label}>
                <Skeleton className="h-3 w-2/3" />
              </Cell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import { formatNumber } from '../../lib/format.ts';
import { STATUS_TONE, statusLabel } from '../../lib/lead-statuses.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** Changes of the list by administrators. */
export interface StatusActions {
  onEdit: (status: LeadStatusEntity) => void;
  onDelete: (status: LeadStatusEntity) => void;
  onOrder: (statuses: LeadStatusEntity[]) => void;
}

interface StatusTableProps {
  statuses: readonly LeadStatusEntity[];
  /** Number of leads by status id; undefined while they are counted. */
  leads: ReadonlyMap<string, number> | undefined;
  /** Null for users who may only read. */
  actions: StatusActions | null;
}

const HEAD = 'pb-2 pl-5 text-left text-12 font-medium text-muted';

/** Lists the statuses in their order. */
export function StatusTable({ statuses, leads, actions }: StatusTableProps) {
  return (
    <table aria-label="Lead statuses" className="w-full text-14">
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} w-full max-w-0`}>
            Status
          </th>
          {actions && (
            <>
              <th scope="col" className={`${HEAD} pr-5 text-right max-sm:hidden`}>
                Leads
              </th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {statuses.map((status, place) => (
          <tr key={status.id} className="h-11 *:border-t *:border-line hover:bg-hover">
            <th
              scope="row"
              className="w-full max-w-0 truncate pl-5 text-left font-normal"
              title={status.name}
            >
              <Badge tone={STATUS_TONE[status.color]}>{statusLabel(status.name)}</Badge>
            </th>
            {actions && (
              <>
                <td className="pr-5 pl-5 text-right text-muted tabular-nums max-sm:hidden">
                  {leads === undefined ? '' : formatNumber(leads.get(status.id) ?? 0)}
                </td>
                <td className="pr-3 text-right whitespace-nowrap">
                  <RowActions statuses={statuses} place={place} status={status} actions={actions} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RowActionsProps {
  statuses: readonly LeadStatusEntity[];
  place: number;
  status: LeadStatusEntity;
  actions: StatusActions;
}

function RowActions({ statuses, place, status, actions }: RowActionsProps) {
  const { onEdit, onDelete, onOrder } = actions;
  const name = statusLabel(status.name);
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={`Move ${name} up`}
        disabled={place === 0}
        onClick={() => onOrder(moved(statuses, place, place - 1))}
      />
      <IconButton
        icon={ArrowDown}
        label={`Move ${name} down`}
        disabled={place === statuses.length - 1}
        onClick={() => onOrder(moved(statuses, place, place + 1))}
      />
      <IconButton icon={Pencil} label={`Edit ${name}`} onClick={() => onEdit(status)} />
      <IconButton
        icon={Trash2}
        label={`Delete ${name}`}
        side="left"
        // New leads get the one, and the dashboard counts the other.
        disabled={status.isFixed}
        onClick={() => onDelete(status)}
      />
    </>
  );
}

function moved(statuses: readonly LeadStatusEntity[], from: number, to: number): LeadStatusEntity[] {
  const status = statuses[from];
  const others = statuses.filter((_, place) => place !== from);
  return status === undefined ? others : others.toSpliced(to, 0, status);
}

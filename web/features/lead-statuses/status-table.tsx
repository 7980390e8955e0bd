import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import { formatNumber } from '../../lib/format.ts';
import { STATUS_TONE, statusLabel } from '../../lib/lead-statuses.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';

/** For administrators. */
export interface StatusActions {
  onEdit: (status: LeadStatusEntity) => void;
  onDelete: (status: LeadStatusEntity) => void;
  onOrder: (statuses: LeadStatusEntity[]) => void;
}

interface StatusTableProps {
  /** Undefined while they load. */
  statuses: readonly LeadStatusEntity[] | undefined;
  /** Leads by status ID; undefined while counting. */
  leads: ReadonlyMap<string, number> | undefined;
  /** Null for read-only users. */
  actions: StatusActions | null;
}

const TABLE_WIDTH = 440;

const STATUS: RecordColumn<LeadStatusEntity> = {
  label: 'Status',
  onCard: 'title',
  rowHeader: true,
  className: 'w-full max-w-0',
  cellClassName: 'truncate',
  skeleton: 'h-4 w-28',
  hint: ({ name }) => name,
  value: ({ name, color }) => <Badge tone={STATUS_TONE[color]}>{statusLabel(name)}</Badge>,
};

export function StatusTable({ statuses, leads, actions }: StatusTableProps) {
  const counts: RecordColumn<LeadStatusEntity> = {
    label: 'Leads',
    numeric: true,
    cellClassName: 'text-muted',
    value: ({ id }) => (leads === undefined ? '' : formatNumber(leads.get(id) ?? 0)),
  };
  const buttons: RecordColumn<LeadStatusEntity> = {
    label: 'Actions',
    onCard: 'actions',
    cellClassName: 'pr-3! whitespace-nowrap',
    value: (status, place) =>
      actions && <RowActions statuses={statuses ?? []} place={place} status={status} actions={actions} />,
  };
  return (
    <RecordTable
      label="Lead statuses"
      records={statuses}
      keyOf={({ id }) => id}
      tableWidth={TABLE_WIDTH}
      rowHeight="h-11"
      flush
      columns={actions === null ? [STATUS] : [STATUS, counts, buttons]}
    />
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
        // New leads and the dashboard need the fixed statuses.
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

import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LEAD_STATUSES_MAX } from '#contract/lead-status-colors.ts';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import { formatNumber } from '../../lib/format.ts';
import { leadStatusesQuery, STATUS_TONE, statusLabel } from '../../lib/lead-statuses.ts';
import { LeadUsage } from '../../lib/lead-usage.tsx';
import { QueryError } from '../../lib/query-error.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { statusUsageQuery, useDeleteStatus, useOrderStatuses } from './queries.ts';
import { StatusDialog } from './status-dialog.tsx';

type Task =
  | { type: 'add'; name: string }
  | { type: 'edit'; status: LeadStatusEntity }
  | { type: 'delete'; status: LeadStatusEntity };

/** Lead statuses; `editable` for administrators. */
export function LeadStatusesCard({ editable }: { editable: boolean }) {
  const query = useQuery(leadStatusesQuery);
  const { data, error } = query;
  const usage = useQuery({ ...statusUsageQuery, enabled: editable });
  const order = useOrderStatuses();
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const leads = usage.data && new Map(usage.data.statuses.map((one) => [one.id, one.leads]));
  const isFull = (data?.length ?? 0) >= LEAD_STATUSES_MAX;
  return (
    <Card
      title="Lead Statuses"
      subtitle="The steps a lead goes through, in your words and colors"
      padded={false}
      {...(editable &&
        data !== undefined && {
          actions: (
            <Button icon={Plus} disabled={isFull} onClick={() => setTask({ type: 'add', name: '' })}>
              Add Status
            </Button>
          ),
        })}
    >
      {!editable && (
        <div className="px-5 pb-4">
          <Notice>Only administrators can change statuses.</Notice>
        </div>
      )}
      {editable && isFull && (
        <div className="px-5 pb-4">
          <Notice>You have {LEAD_STATUSES_MAX} statuses, which is the maximum.</Notice>
        </div>
      )}
      {data === undefined && error && <QueryError title="Failed to fetch statuses" query={query} />}
      {(data !== undefined || !error) && (
        <StatusTable
          statuses={data}
          leads={leads}
          actions={
            editable
              ? {
                  onEdit: (status) => setTask({ type: 'edit', status }),
                  onDelete: (status) => setTask({ type: 'delete', status }),
                  onOrder: (statuses) => order.mutate(statuses),
                }
              : null
          }
        />
      )}
      {usage.data !== undefined && usage.data.unlisted.length > 0 && (
        <UnlistedStatuses
          unlisted={usage.data.unlisted}
          onAdd={isFull ? null : (name) => setTask({ type: 'add', name })}
        />
      )}
      {task?.type === 'add' && <StatusDialog status={null} name={task.name} onClose={close} />}
      {task?.type === 'edit' && <StatusDialog status={task.status} onClose={close} />}
      {task?.type === 'delete' && <DeleteStatusDialog status={task.status} onClose={close} />}
    </Card>
  );
}

interface UnlistedStatusesProps {
  unlisted: readonly { name: string; leads: number }[];
  /** Null when the list is full. */
  onAdd: ((name: string) => void) | null;
}

function UnlistedStatuses({ unlisted, onAdd }: UnlistedStatusesProps) {
  return (
    <section aria-labelledby="unlisted-statuses" className="border-t border-line px-5 py-4">
      <h3 id="unlisted-statuses" className="text-14 font-medium">
        Other Statuses on Your Leads
      </h3>
      <p className="text-13 text-muted">
        These came with imported files or were deleted. Add the ones you use.
      </p>
      <ul className="mt-2 flex flex-col">
        {unlisted.map(({ name, leads }) => (
          <li key={name} className="flex min-h-9 items-center gap-4 text-14">
            <span className="min-w-0 flex-1 truncate" title={name}>
              {name}
            </span>
            <span className="text-muted tabular-nums">{formatNumber(leads)}</span>
            <Button
              size="small"
              aria-label={`Add ${name}`}
              disabled={onAdd === null}
              onClick={() => onAdd?.(name)}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeleteStatusDialog({ status, onClose }: { status: LeadStatusEntity; onClose: () => void }) {
  const usage = useQuery(statusUsageQuery);
  const { data: statuses = [] } = useQuery(leadStatusesQuery);
  const [replacementId, setReplacementId] = useState('');
  const remove = useDeleteStatus(status);
  const leads = usage.data?.statuses.find(({ id }) => id === status.id)?.leads ?? 0;
  const replacement = statuses.find(({ id }) => id === replacementId) ?? null;
  const isReady = usage.data !== undefined && !usage.isFetching && (leads === 0 || replacement !== null);
  return (
    <ActionDialog
      onClose={onClose}
      title="Delete Status"
      description={`Delete the status "${statusLabel(status.name)}"?`}
      action="Delete"
      destructive
      disabled={!isReady}
      pending={remove.isPending}
      pendingText="Deleting..."
      onAction={() => remove.mutate(leads === 0 ? null : replacement, { onSuccess: onClose })}
    >
      <LeadUsage query={usage} leads={usage.data && leads} verb="have this status">
        this status.
      </LeadUsage>
      {leads > 0 && (
        <Field label="New status of these leads">
          <Combobox
            value={replacementId}
            options={statuses
              .filter(({ id }) => id !== status.id)
              .map(({ id, name }) => ({ value: id, label: statusLabel(name) }))}
            placeholder="Choose a status"
            searchPlaceholder="Search status"
            onChange={setReplacementId}
          />
        </Field>
      )}
    </ActionDialog>
  );
}

/** For administrators. */
interface StatusActions {
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

function StatusTable({ statuses, leads, actions }: StatusTableProps) {
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

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { LEAD_STATUSES_MAX } from '#contract/lead-status-colors.ts';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import { formatNumber } from '../../lib/format.ts';
import { leadStatusesQuery, statusLabel } from '../../lib/lead-statuses.ts';
import { LeadUsage } from '../../lib/lead-usage.tsx';
import { QueryError } from '../../lib/query-error.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { statusUsageQuery, useDeleteStatus, useOrderStatuses } from './queries.ts';
import { StatusDialog } from './status-dialog.tsx';
import { StatusTable } from './status-table.tsx';

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

interface DeleteStatusDialogProps {
  status: LeadStatusEntity;
  onClose: () => void;
}

/** Confirms deletion and asks for the leads' replacement status. */
function DeleteStatusDialog({ status, onClose }: DeleteStatusDialogProps) {
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
      description={<span className="break-words">Delete the status "{statusLabel(status.name)}"?</span>}
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

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import { formatNumber } from '../../lib/format.ts';
import { leadStatusesQuery, statusLabel } from '../../lib/lead-statuses.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { statusUsageQuery, useDeleteStatus } from './queries.ts';

interface DeleteStatusDialogProps {
  status: LeadStatusEntity;
  onClose: () => void;
}

/** Confirms deletion and asks for the leads' replacement status. */
export function DeleteStatusDialog({ status, onClose }: DeleteStatusDialogProps) {
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
      <div aria-live="polite" className="min-h-10 text-14">
        {usage.isPending && <Spinner label="Counting leads" className="text-muted" />}
        {usage.error && (
          <p className="text-negative">
            Couldn't count the leads that have this status.{' '}
            <button
              type="button"
              className="underline underline-offset-2"
              onClick={() => void usage.refetch()}
            >
              Try Again
            </button>
          </p>
        )}
        {usage.data && leads === 0 && <p>No leads have this status.</p>}
        {usage.data && leads > 0 && (
          <p>
            <strong className="font-semibold tabular-nums">
              {leads === 1 ? '1 lead has' : `${formatNumber(leads)} leads have`}
            </strong>{' '}
            this status.
          </p>
        )}
      </div>
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

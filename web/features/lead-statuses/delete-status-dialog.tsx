import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import { leadStatusesQuery, statusLabel } from '../../lib/lead-statuses.ts';
import { LeadUsage } from '../../lib/lead-usage.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
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

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FileValue, listImportValues } from '#contract/import-values.ts';
import { LEAD_STATUS_NAME_MAX } from '#contract/lead-status-colors.ts';
import { createLeadStatus, listLeadStatuses } from '#contract/lead-statuses.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { useIsAdmin } from '../fields/use-is-admin.ts';

interface ValueOffersProps {
  target: string;
  value: FileValue;
  onChoose: (becomes: string) => void;
}

/** Buttons for an unknown value: a near one, a new status, or one spelling. */
export function ValueOffers({ target, value: { value, near, spellings }, onChoose }: ValueOffersProps) {
  const client = useQueryClient();
  const isAdmin = useIsAdmin();
  const create = useMutation({
    mutationFn: () => callApi(createLeadStatus, { body: { name: value } }),
    onSuccess: ({ name }) => {
      onChoose(name);
      for (const { path } of [listLeadStatuses, listImportValues]) {
        void client.invalidateQueries({ queryKey: [path] });
      }
    },
    onError: (error) => showReason(error, "Couldn't create the status"),
  });
  const isStatus = target === 'status' && isAdmin && value.length <= LEAD_STATUS_NAME_MAX;
  const isMixed = (target === 'brand' || target === 'source') && spellings > 1 && near === null;
  if (near === null && !isStatus && !isMixed) return null;
  return (
    <span className="flex flex-wrap gap-1 py-0.5">
      {near !== null && (
        <Button size="small" onClick={() => onChoose(near)}>
          Use {near}
        </Button>
      )}
      {isStatus && (
        <Button size="small" pending={create.isPending} onClick={() => create.mutate()}>
          Create Status
        </Button>
      )}
      {isMixed && (
        <Button size="small" onClick={() => onChoose(value)}>
          Import {formatNumber(spellings)} Spellings as {value}
        </Button>
      )}
    </span>
  );
}

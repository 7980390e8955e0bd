import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LeadDetail } from '#contract/leads.ts';
import { addSuppressions } from '#contract/suppressions.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatList } from '../../../lib/format.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { addedText, metTexts, refreshSuppression } from '../../../lib/suppression.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { leadQuery } from '../queries.ts';

/** Offers to add a person who withdrew consent to the default suppression list. */
export function SuppressPerson({ lead }: { lead: LeadDetail }) {
  const client = useQueryClient();
  const isAdmin = useIsAdmin();
  const entries = [lead.email, lead.numberValid ? lead.phone : null].filter((one) => one !== null);
  const add = useMutation({
    mutationFn: () => callApi(addSuppressions, { body: { entries, reason: 'Withdrew consent' } }),
    onSuccess: async (reply) => {
      toast({
        title: 'Added to Do not contact',
        description: [addedText(reply), ...metTexts(reply)].join(', '),
      });
      refreshSuppression(client);
      await client.invalidateQueries({ queryKey: leadQuery(lead.id).queryKey });
    },
    onError: (error) => showReason(error, "Couldn't add this person to Do not contact"),
  });
  if (entries.length === 0) return null;
  return (
    <Notice tone="caution" className="my-1 print:hidden">
      {isAdmin ? (
        <>
          <p className="text-13 wrap-anywhere">
            Add {formatList(entries)} to Do not contact, so that this person is never imported, sold or
            delivered again.
          </p>
          <Button
            size="small"
            className="mt-2"
            pending={add.isPending}
            pendingText="Adding..."
            onClick={() => add.mutate()}
          >
            Add to Do not contact
          </Button>
        </>
      ) : (
        <p className="text-13">Ask an administrator to add this person to Do not contact.</p>
      )}
    </Notice>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CHANNEL_LABELS, CONSENT_CHANNELS, type ConsentChannel } from '#contract/consent-fields.ts';
import { setConsentRules } from '#contract/consents.ts';
import { callApi } from '../../lib/call-api.ts';
import { consentRulesQuery } from '../../lib/no-consent.tsx';
import { QueryError } from '../../lib/query-error.tsx';
import { showReason } from '../../lib/show-failure.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Channels that need consent; `editable` for administrators. */
export function ConsentRulesCard({ editable }: { editable: boolean }) {
  const client = useQueryClient();
  const query = useQuery(consentRulesQuery);
  const { data: rules, error } = query;
  const save = useMutation({
    mutationFn: (required: ConsentChannel[]) => callApi(setConsentRules, { body: { required } }),
    onSuccess: (saved) => client.setQueryData(consentRulesQuery.queryKey, saved),
    onError: (failure) => showReason(failure, "Couldn't change the required consent"),
  });
  const required = save.isPending ? save.variables : (rules?.required ?? []);
  const toggle = (channel: ConsentChannel, isRequired: boolean) =>
    save.mutate(CONSENT_CHANNELS.filter((one) => (one === channel ? isRequired : required.includes(one))));
  return (
    <Card
      title="Required Consent"
      subtitle="Leads need consent on these channels to be sold, exported or delivered"
    >
      {!editable && <Notice className="mb-4">Only administrators can change required consent.</Notice>}
      {rules === undefined && error && <QueryError title="Failed to fetch required consent" query={query} />}
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">Required consent</legend>
        {CONSENT_CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            label={CHANNEL_LABELS[channel]}
            checked={required.includes(channel)}
            disabled={!editable || rules === undefined || save.isPending}
            onChange={(isRequired) => toggle(channel, isRequired)}
          />
        ))}
      </fieldset>
      <p className="mt-4 text-13 text-muted">
        Leads without consent on any checked channel are left out, and you see how many.
      </p>
    </Card>
  );
}

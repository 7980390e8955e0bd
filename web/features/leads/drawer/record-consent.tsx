import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CHANNEL_LABELS, CONSENTED, type Consented } from '#contract/consent-fields.ts';
import { listConsents, recordConsent } from '#contract/consents.ts';
import type { ConsentState } from '#contract/lead-consent.ts';
import type { LeadDetail } from '#contract/leads.ts';
import { LEAD_TEXT_MAX, NOTE_MAX } from '#contract/limits.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryOf } from '../../../lib/query.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { Textarea, TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { leadQuery, refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';

const PROOFS = [
  { key: 'source', label: 'How', placeholder: 'e.g. Phone call' },
  { key: 'url', label: 'Page', placeholder: 'e.g. https://example.com/offer' },
  { key: 'ip', label: 'IP', placeholder: 'e.g. 203.0.113.7' },
  { key: 'certificate', label: 'Certificate', placeholder: 'TrustedForm URL or Jornaya token' },
] as const;

type ProofKey = (typeof PROOFS)[number]['key'] | 'text';

export function RecordConsent({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const client = useQueryClient();
  const [channel, setChannel] = useState<Consented>('any');
  const [state, setState] = useState<ConsentState>('given');
  const [at, setAt] = useState('');
  const [proof, setProof] = useState<Partial<Record<ProofKey, string>>>({});
  const save = useMutation({
    mutationFn: () =>
      callApi(recordConsent, {
        params: { id: lead.id },
        body: { channel, state, ...proof, ...(at !== '' && { at: new Date(at).toISOString() }) },
      }),
    onSuccess: async () => {
      const label = CHANNEL_LABELS[channel];
      toast({ title: 'Consent recorded', description: `${label}: ${state}` });
      const id = { params: { id: lead.id } };
      refreshLeads(client);
      await client.invalidateQueries({ queryKey: queryOf(listConsents, id).queryKey });
      await client.invalidateQueries({ queryKey: leadQuery(lead.id).queryKey });
      onClose();
    },
  });
  const wrong = save.error instanceof ApiError ? save.error.field : undefined;
  const problem = save.error
    ? messageOf(save.error, "Couldn't record consent. Please try again.")
    : undefined;
  const errorAt = (field: string) => (wrong === field ? problem : undefined);
  const isShown =
    wrong === undefined || ![...PROOFS.map(({ key }) => key as string), 'text', 'at'].includes(wrong);
  const edit = (key: ProofKey, text: string) => setProof((now) => ({ ...now, [key]: text }));
  return (
    <ActionDialog
      onClose={onClose}
      title="Record Consent"
      description={leadName(lead)}
      action="Record Consent"
      pending={save.isPending}
      pendingText="Saving..."
      onAction={() => save.mutate()}
    >
      <Segmented
        label="State"
        value={state}
        options={[
          { value: 'given', label: 'Given' },
          { value: 'withdrawn', label: 'Withdrawn' },
        ]}
        onChange={setState}
      />
      <Field label="Channel">
        <Select
          value={channel}
          options={CONSENTED.map((value) => ({ value, label: CHANNEL_LABELS[value] }))}
          onChange={setChannel}
        />
      </Field>
      <Field label="When" help="Leave blank for now." error={errorAt('at')}>
        <TextInput type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
      </Field>
      <Field label="Text shown" optional error={errorAt('text')}>
        <Textarea
          rows={2}
          maxLength={NOTE_MAX}
          value={proof.text ?? ''}
          onChange={({ target }) => edit('text', target.value)}
        />
      </Field>
      {PROOFS.map(({ key, label, placeholder }) => (
        <Field key={key} label={label} optional error={errorAt(key)}>
          <TextInput
            maxLength={LEAD_TEXT_MAX}
            placeholder={placeholder}
            value={proof[key] ?? ''}
            onChange={({ target }) => edit(key, target.value)}
          />
        </Field>
      ))}
      {problem !== undefined && isShown && <Notice tone="negative">{problem}</Notice>}
    </ActionDialog>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SentTo } from '#contract/endpoint.ts';
import { getTrustedForm, setTrustedForm, TRUSTED_FORM_KEY_MAX } from '#contract/trusted-form.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { queryOf } from '../../lib/query.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast-store.ts';

type Change = SentTo<typeof setTrustedForm>['body'];

/** For administrators: whether certificates can be verified, and with which API key. */
export function TrustedFormCard() {
  const client = useQueryClient();
  const query = useQuery(queryOf(getTrustedForm, {}));
  const [key, setKey] = useState('');
  const save = useMutation({
    mutationFn: (body: Change) => callApi(setTrustedForm, { body }),
    onSuccess: (saved, { key: sent }) => {
      client.setQueryData(queryOf(getTrustedForm, {}).queryKey, saved);
      setKey('');
      if (sent !== undefined) toast({ title: sent === null ? 'API key removed' : 'API key saved' });
    },
  });
  const { data, error } = query;
  const hasKey = data?.hasKey === true;
  const enabled = save.isPending ? save.variables.enabled : data?.enabled === true;
  const problem = save.error ? messageOf(save.error, "Couldn't save. Please try again.") : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ enabled: true, key });
  };
  if (data === undefined && error) {
    return <QueryError card title="Failed to fetch TrustedForm settings" query={query} />;
  }
  return (
    <Card title="TrustedForm" subtitle="Check that consent certificates exist and belong to the lead">
      <div className="flex flex-col gap-4">
        <Switch
          label="Verify certificates"
          help="Adds Verify to consents with a TrustedForm certificate. Each check may cost you credit at TrustedForm, and sends hashes of the lead's email and phone."
          checked={enabled}
          disabled={!hasKey || save.isPending}
          onChange={(next) => save.mutate({ enabled: next })}
        />
        <form aria-label="TrustedForm API key" onSubmit={submit} className="flex flex-wrap items-start gap-3">
          <Field
            label="API key"
            error={problem}
            help={
              hasKey
                ? 'A key is saved. Enter another to replace it.'
                : 'Stored encrypted, and never shown again.'
            }
            className="min-w-56 flex-1 max-md:basis-full"
          >
            <TextInput
              type="password"
              autoComplete="off"
              spellCheck={false}
              maxLength={TRUSTED_FORM_KEY_MAX}
              value={key}
              onChange={({ target }) => {
                save.reset();
                setKey(target.value);
              }}
            />
          </Field>
          <div className="flex gap-3 pt-[1.625rem] max-md:pt-0">
            <Button
              type="submit"
              disabled={key.trim() === ''}
              pending={save.isPending}
              pendingText="Saving..."
            >
              Save Key
            </Button>
            {hasKey && (
              <Button disabled={save.isPending} onClick={() => save.mutate({ enabled: false, key: null })}>
                Remove Key
              </Button>
            )}
          </div>
        </form>
      </div>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startBulk } from '#contract/bulk.ts';
import { callApi } from '../../lib/call-api.ts';
import { countryOptions, NO_COUNTRY } from '../../lib/country-options.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { followOperation } from '../../lib/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import type { useBatchUpdate } from './batch-screen.tsx';
import {
  countryPreviewQuery,
  NO_COUNTRY_NAME,
  phoneCountriesQuery,
  WITHOUT_COUNTRY,
} from './phone-queries.ts';
import { changedMessage, type ListOutcome } from './result-card.tsx';

const COUNTRIES = countryOptions().filter(({ value }) => value !== NO_COUNTRY);

/** Gives a country to the leads that have an invalid phone and no country. @throws the errors of `callApi` */
export async function setPhoneCountry(country: string): Promise<ListOutcome> {
  const action = { type: 'setField' as const, field: 'country', value: country };
  const started = await callApi(startBulk, { body: { selection: { filter: WITHOUT_COUNTRY }, action } });
  const { id, status, changed, refused } = await followOperation(started, () => undefined);
  if (status === 'failed') throw new Error('The operation failed');
  const title = `${country} set for ${formatCount(changed, 'lead')}`;
  return {
    operationId: id,
    message: changedMessage(changed, 'Country Set', title, 'No Country Set'),
    title,
    changed,
    figures: [
      { label: 'Changed', value: changed, tone: 'text-positive' },
      { label: 'Conflicts', value: refused, tone: 'text-caution' },
    ],
  };
}

/** Chooses a country for numbers without one, and previews how many become valid. */
export function SetCountryCard({ task }: { task: ReturnType<typeof useBatchUpdate<string>> }) {
  const { data: countries } = useQuery(phoneCountriesQuery);
  const [code, setCode] = useState('');
  const { data: preview } = useQuery({
    ...countryPreviewQuery(code),
    enabled: code !== '' && !task.isPending,
  });
  const count = countries?.find(({ country }) => country === NO_COUNTRY_NAME)?.count ?? 0;
  if (count === 0) return null;
  const name = COUNTRIES.find(({ value }) => value === code)?.label ?? '';
  const changes = preview ? preview.total - preview.conflicts : 0;
  return (
    <Card title="Numbers Without a Country">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <Field
          label={`Country of ${formatCount(count, 'number')}`}
          help={preview ? previewText(preview, name) : "You'll see how many become valid."}
          className="flex-1 basis-64"
        >
          <Combobox
            value={code}
            placeholder="Choose…"
            onChange={setCode}
            options={COUNTRIES}
            searchPlaceholder="Search countries…"
            emptyText="No countries found"
            className="max-w-80"
          />
        </Field>
        <Button
          disabled={changes === 0}
          pending={task.isPending}
          pendingText="Setting..."
          onClick={() => task.mutate(name, { onSuccess: () => setCode('') })}
        >
          Set Country for {formatCount(changes, 'Lead')}
        </Button>
      </div>
    </Card>
  );
}

function previewText(
  { total, valid, conflicts }: { total: number; valid: number; conflicts: number },
  name: string,
): string {
  const all = `With ${name}, ${formatNumber(valid)} of ${formatNumber(total)} become valid.`;
  return conflicts === 0 ? all : `${all} ${formatCount(conflicts, 'conflict')} will be skipped.`;
}

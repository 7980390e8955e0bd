import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { startBulk } from '#contract/bulk.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { fixPhones } from '#contract/phones.ts';
import { callApi } from '../../lib/call-api.ts';
import { countryOptions, NO_COUNTRY } from '../../lib/country-options.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { followOperation } from '../../lib/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Stat } from '../../ui/figures.tsx';
import { BatchLayout, useBatchUpdate } from './batch-screen.tsx';
import { CountryTable } from './country-table.tsx';
import {
  countryPreviewQuery,
  FixCard,
  INVALID_PHONES,
  NO_COUNTRY_NAME,
  phoneCountriesQuery,
  phoneStatsQuery,
  WITHOUT_COUNTRY,
} from './fix-phones-card.tsx';
import { changedMessage, type ListOutcome } from './result-card.tsx';

const STEPS = [
  ['Valid numbers are skipped', 'Numbers that start with an international prefix (+ or 00) are skipped too.'],
  ['The country picks the prefix', 'Leads without a known country are skipped.'],
  [
    'Leading zeros are stripped',
    'Along with stray punctuation. A zero that belongs to the number, as in Italy, stays.',
  ],
  ['The prefix is added', 'Germany 0151 23456789 becomes +49 151 23456789.'],
  [
    'The number is checked again',
    "Only valid numbers are saved. If another lead already has the number, it's skipped as a conflict.",
  ],
] as const;

function HowItWorks() {
  return (
    <Card title="How It Works">
      <ol className="flex flex-col gap-4">
        {STEPS.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-raised text-12 font-medium text-muted tabular-nums"
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <span className="block text-14 font-medium">{title}</span>
              <span className="block text-13 text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Fixes all fixable phones; reports an error without any. */
function useFix() {
  return useBatchUpdate<void>({
    send: async () => outcomeOf(await callApi(fixPhones, {})),
    failed: () => ({ title: 'Error', description: 'Failed to fix phone numbers' }),
  });
}

function outcomeOf({ fixed, conflicts, operationId }: ReplyOf<typeof fixPhones>): ListOutcome {
  const title = `${formatCount(fixed, 'phone number')} fixed`;
  return {
    operationId,
    message:
      operationId === null
        ? {
            tone: 'destructive',
            title: 'No Invalid Numbers',
            description: 'There are no invalid phone numbers to fix',
          }
        : changedMessage(fixed, 'Phone Numbers Fixed', title, 'No Phone Numbers Fixed'),
    title,
    changed: fixed,
    figures: [
      { label: 'Fixed', value: fixed, tone: 'text-positive' },
      { label: 'Conflicts', value: conflicts, tone: 'text-caution' },
    ],
  };
}

const CARDS = [
  ['Invalid Numbers', 'totalInvalid', "Can't be dialed", { to: '/leads', search: INVALID_PHONES }],
  [
    'Fixable',
    'fixableCount',
    'Valid with a country code',
    { to: '/fix-phones', search: { preview: 'true' } },
  ],
  ['Needs Country', 'needsCountryCount', 'No known country', { to: '/leads', search: WITHOUT_COUNTRY }],
] as const;

function PhoneStats() {
  const { data, error } = useQuery(phoneStatsQuery);
  // The card below shows the error and the retry button.
  const otherwise = error ? '–' : undefined;
  return (
    <div className="grid grid-cols-2 gap-3 *:first:col-span-2 md:grid-cols-3 md:*:first:col-span-1">
      {CARDS.map(([label, key, help, link]) => (
        <Stat
          key={key}
          label={label}
          value={data ? formatNumber(data[key]) : otherwise}
          help={
            data && data[key] > 0 ? (
              <Link {...link} className="underline decoration-line-strong underline-offset-2">
                {help}
              </Link>
            ) : (
              help
            )
          }
        />
      ))}
    </div>
  );
}

export function FixScreen({ preview, onPreview }: { preview: boolean; onPreview: (open: boolean) => void }) {
  const fix = useFix();
  const country = useBatchUpdate<string>({
    send: setPhoneCountry,
    failed: () => ({ title: "Couldn't set the country", description: 'Try again in a moment.' }),
  });
  return (
    <div className="flex flex-col gap-4">
      <PhoneStats />
      <BatchLayout
        help={<HowItWorks />}
        kinds={['fixPhones', 'setField']}
        busy={fix.isPending || country.isPending}
        error={fix.error ?? country.error}
        failure={fix.error ? 'Failed to fix phone numbers' : "Couldn't set the country"}
        outcome={fix.data ?? country.data}
        below={
          <>
            <SetCountryCard task={country} />
            <CountryTable />
          </>
        }
      >
        <FixCard
          preview={preview}
          onPreview={onPreview}
          fixing={fix.isPending}
          onFix={() => fix.mutate(undefined, { onSuccess: () => onPreview(false) })}
        />
      </BatchLayout>
    </div>
  );
}

const COUNTRIES = countryOptions().filter(({ value }) => value !== NO_COUNTRY);

/** Gives a country to the leads that have an invalid phone and no country. @throws the errors of `callApi` */
async function setPhoneCountry(country: string): Promise<ListOutcome> {
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
function SetCountryCard({ task }: { task: ReturnType<typeof useBatchUpdate<string>> }) {
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

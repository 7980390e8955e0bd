import { TAGS_TARGET } from '#contract/import-value-maps.ts';
import type { FileValue } from '#contract/import-values.ts';
import { customFieldName, importField } from '#contract/lead-fields.ts';
import { canonicalCountry } from '../../../lead/countries/canonical-country.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { statsOf } from '../../../lead/stats/stat-reads.ts';
import { loadLeadStatuses } from '../../../lead/statuses/reads.ts';
import { booleanOfWord } from '../../../lead/values/cell-readers.ts';
import { statusOfWord } from '../../../lead/values/status-words.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { valueKey } from '../rows/apply-value-maps.ts';

/** Knowledge about the values of a mapping target. */
export interface TargetValues {
  /** Values to choose from, most frequent first. */
  known: string[];
  meaningOf(value: string): string | null;
}

/** Statuses of a check, as its screens and providers write them. */
const CHECK_STATUSES = ['active', 'inactive'];

/** Those of its leads, and words with a meaning of their own. */
export async function targetValues(tx: TenantTransaction, target: string): Promise<TargetValues> {
  const custom = customFieldName(target);
  if (custom !== null) {
    const field = (await loadCustomFields(tx)).find(({ name }) => name === custom);
    if (field?.type === 'choice') return spelledAs(field.options);
    return { known: ['true', 'false'], meaningOf: booleanText };
  }
  switch (importField(target)?.storedIn) {
    case 'country':
      return { known: [], meaningOf: countryNameOf };
    case 'status':
      return statusValues(tx);
    case 'brand':
      return spelledAs(await usedValues(tx, 'brand'));
    case 'source':
      return spelledAs(await usedValues(tx, 'source'));
    case TAGS_TARGET:
      return spelledAs(await usedValues(tx, 'tag'));
    default:
      return spelledAs(CHECK_STATUSES);
  }
}

/** Chosen before, else known. */
export function meaningOf(
  value: string,
  { meaningOf: known }: TargetValues,
  remembered: ReadonlyMap<string, string | null>,
): FileValue['meaning'] {
  const meaning = known(value);
  const answer = remembered.get(valueKey(value));
  if (answer !== undefined && answer !== meaning) return { value: answer, from: 'remembered' };
  return meaning === null ? null : { value: meaning, from: 'known' };
}

async function statusValues(tx: TenantTransaction): Promise<TargetValues> {
  const statuses = await loadLeadStatuses(tx);
  const nameOf = (value: string | null) => {
    const key = value === null ? null : statuses.keyOf(value);
    return key === null ? null : statuses.nameOf(key);
  };
  const used = (await usedValues(tx, 'status')).map((value) => statuses.nameOf(value));
  const own = spelledAs(used);
  return {
    known: [...new Set([...statuses.offered.map(({ name }) => name), ...used])],
    // A status that leads have already is meant as it stands.
    meaningOf: (value) => nameOf(value) ?? own.meaningOf(value) ?? nameOf(statusOfWord(value)),
  };
}

async function usedValues(
  tx: TenantTransaction,
  dimension: 'status' | 'brand' | 'source' | 'tag',
): Promise<string[]> {
  return (await statsOf(tx, dimension)).map(({ value }) => value).filter((value) => value !== '');
}

/** In any case, with or without accents; the first spelling counts. */
function spelledAs(values: readonly string[]): TargetValues {
  const byKey = new Map<string, string>();
  for (const value of values) if (!byKey.has(valueKey(value))) byKey.set(valueKey(value), value);
  return { known: [...values], meaningOf: (value) => byKey.get(valueKey(value)) ?? null };
}

function countryNameOf(value: string): string | null {
  const { name, iso } = canonicalCountry(value);
  return iso === null ? null : name;
}

function booleanText(value: string): string | null {
  return booleanOfWord(value)?.toString() ?? null;
}

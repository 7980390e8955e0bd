import type { FieldKind } from '#contract/field-spec.ts';
import { customFieldName, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { type CustomField, loadCustomFields } from '../../custom-fields/reads.ts';

export interface SortField {
  /** The key of a lead field, or `custom:<id>`. */
  name: string;
  /** SQL over a row of `leads`: comparable text, float8, or null. */
  key: string;
  isText: boolean;
}

/** SQL by kind of field; `?` is its column. */
const KEYS = {
  id: '?::text',
  text: 'sort_text(?)',
  email: 'sort_text(?)',
  phone: 'sort_text(?)',
  country: 'sort_text(?)',
  ip: 'sort_text(?)',
  status: 'sort_text(?)',
  user: '?::text',
  tags: 'sort_text(?[1])',
  amount: '?::float8',
  date: "(? - '2000-01-01'::date)::float8",
  datetime: '(extract(epoch FROM ?) * 1000000)::float8',
  boolean: '?::int::float8',
} as const satisfies Record<FieldKind, string>;

/** Ids are the order of the list and need none. */
const OWN: readonly SortField[] = [
  ...LEAD_FIELDS.filter(({ key }) => key !== 'id' && key !== 'ownerId'),
  { key: 'updatedAt', column: 'updated_at', kind: 'datetime' } as const,
].map(({ key, column, kind }) => sortField(key, kind, column));

function sortField(name: string, kind: FieldKind, column: string): SortField {
  // As a function: in a replacement text, `$` has a meaning.
  const key = KEYS[kind].replace('?', () => column);
  const isText = !key.endsWith('::float8');
  return { name, isText, key: isText ? `(${key}) COLLATE "C"` : key };
}

function customSortField({ id, name, type }: CustomField): SortField {
  const held = `custom_data -> '${name.replaceAll("'", "''")}'`;
  if (type === 'number') {
    const key = `CASE WHEN jsonb_typeof(${held}) = 'number' THEN (${held})::float8 END`;
    return { name: `custom:${id}`, isText: false, key };
  }
  return sortField(`custom:${id}`, 'text', `(${held}) #>> '{}'`);
}

export async function sortFields(tx: TenantTransaction): Promise<SortField[]> {
  return [...OWN, ...(await loadCustomFields(tx)).map(customSortField)];
}

/** @throws HttpError invalid_input for a field that does not exist */
export async function sortFieldOf(tx: TenantTransaction, sort: string): Promise<SortField> {
  const name = customFieldName(sort);
  if (name === null) {
    const field = OWN.find((one) => one.name === sort);
    if (field !== undefined) return field;
  } else {
    const field = (await loadCustomFields(tx)).find((one) => one.name === name);
    if (field !== undefined) return customSortField(field);
  }
  throw new HttpError(
    'invalid_input',
    name === null
      ? `Leads can't be sorted by ${sort.slice(0, 100)}`
      : `There is no custom field named ${name.slice(0, 100)}`,
    { field: 'sort' },
  );
}

/** @throws HttpError invalid_input for a field that does not exist */
export async function orderBy(tx: TenantTransaction, { sort, order }: LeadSort): Promise<string> {
  if (sort === undefined) return 'id DESC';
  const direction = order === 'desc' ? 'DESC' : 'ASC';
  if (sort === 'id') return `id ${direction}`;
  return `${(await sortFieldOf(tx, sort)).key} ${direction} NULLS LAST, id DESC`;
}

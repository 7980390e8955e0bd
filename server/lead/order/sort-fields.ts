import type { FieldKind } from '#contract/field-spec.ts';
import { customFieldName, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { type CustomField, loadCustomFields } from '../custom-fields/reads.ts';

/** A field that leads are sorted by. */
export interface SortField {
  /** Name in the tables of the order: the key of a lead field, or `custom:<id of a custom field>`. */
  name: string;
  /** SQL over a row of `leads`: a text in the form that is compared, a number as float8, null for no value. */
  key: string;
  isText: boolean;
}

/** SQL of the sort key by the kind of the field, `?` being its column. */
const KEYS = {
  id: '?::text',
  text: 'sort_text(?)',
  email: 'sort_text(?)',
  phone: 'sort_text(?)',
  country: 'sort_text(?)',
  ip: 'sort_text(?)',
  status: 'sort_text(?)',
  tags: 'sort_text(?[1])',
  amount: '?::float8',
  date: "(? - '2000-01-01'::date)::float8",
  datetime: '(extract(epoch FROM ?) * 1000000)::float8',
  boolean: '?::int::float8',
} as const satisfies Record<FieldKind, string>;

/** The fields that all organizations have. Ids are the order of the list, and need none of their own. */
const OWN: readonly SortField[] = [
  ...LEAD_FIELDS.filter(({ key }) => key !== 'id'),
  { key: 'updatedAt', column: 'updated_at', kind: 'datetime' } as const,
].map(({ key, column, kind }) => sortField(key, kind, column));

function sortField(name: string, kind: FieldKind, column: string): SortField {
  // As a function: in a replacement text, `$` of a custom field's name would have a meaning.
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

/** Returns the fields that leads of the organization are sorted by. */
export async function sortFields(tx: TenantTransaction): Promise<SortField[]> {
  return [...OWN, ...(await loadCustomFields(tx)).map(customSortField)];
}

/**
 * Returns the field that a `sort` names.
 * @throws HttpError invalid_input for one that does not exist
 */
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

/**
 * Returns the ORDER BY list that puts rows of `leads` in the order of the lead list.
 * @throws HttpError invalid_input for a field that does not exist
 */
export async function orderBy(tx: TenantTransaction, { sort, order }: LeadSort): Promise<string> {
  if (sort === undefined) return 'id DESC';
  const direction = order === 'desc' ? 'DESC' : 'ASC';
  if (sort === 'id') return `id ${direction}`;
  return `${(await sortFieldOf(tx, sort)).key} ${direction} NULLS LAST, id DESC`;
}

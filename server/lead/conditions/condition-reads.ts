import { raw } from 'sql-template-tag';
import {
  type Condition,
  conditionFields,
  consentConditionChannel,
  parseWhere,
  type WherePart,
} from '#contract/lead-conditions.ts';
import { customFieldName, FILTERED_FIELDS, type FilteredField, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { canonicalCountry } from '../countries/canonical-country.ts';
import { readCustomFilter } from '../custom-fields/custom-filter.ts';
import { type CustomField, loadCustomFields } from '../custom-fields/reads.ts';
import { importCondition } from '../imports/import-reads.ts';
import { loadOwners } from '../owners/owner-reads.ts';
import type { LeadCondition } from '../rows/lead-condition.ts';
import { CHECK_CLASS } from '../stats/check-class.ts';
import { spellingsOf, valuesLike } from '../stats/stat-reads.ts';
import { loadLeadStatuses } from '../statuses/reads.ts';
import { foldText } from '../values/fold-text.ts';
import type { AskedConditions, ConsentedFilter, HeldValues, RetainedFilter } from './asked.ts';
import {
  consentStateClause,
  createdClause,
  customClause,
  customerCondition,
  daysOf,
  dueDays,
  foldedClause,
  foldedColumn,
  idCondition,
  importedClause,
  negated,
  orderedClause,
  phoneClause,
  soldClause,
  soldToCondition,
  suppressedCondition,
  updatedClause,
} from './clause-reads.ts';
import { consentClause } from './required-consent-reads.ts';
import { retainedCondition } from './retained-reads.ts';

/** Amounts that the index knows exactly. */
const WHOLE_CENTS = /^\d+(\.\d{1,2})?$/;

/**
 * Reads the filters by field, custom field, condition, import and customer.
 * @throws HttpError invalid_input for an unknown field, or an operator or a value that a field doesn't take
 */
export async function readConditions(
  tx: TenantTransaction,
  filter: ConsentedFilter & RetainedFilter,
): Promise<AskedConditions> {
  const asked = nothingAsked();
  addChoices(asked, filter);
  if (filter.tags) {
    const tags = filter.tags.split(',').flatMap((tag) => tag.trim() || []);
    if (tags.length > 0) await addTags(tx, asked, { field: 'tags', operator: 'anyOf', values: tags });
  }
  if (filter.import) asked.custom.push(await importCondition(tx, filter.import));
  if (filter.customer) asked.custom.push(await soldToCondition(tx, filter.customer));
  if (filter.retained) asked.custom.push(retainedCondition(tx, filter.retained));
  const { owner, due, consentedOn = [] } = filter;
  if (filter.suppressed) asked.custom.push(suppressedCondition(filter.suppressed === 'true'));
  if (consentedOn.length > 0) asked.custom.push({ clause: consentClause(consentedOn) });
  if (owner) asked.values.push(await ownedBy(tx, owner.split(','), 'owner'));
  if (due)
    addDue(asked, due === 'none' ? { operator: 'isEmpty', values: [] } : { operator: 'is', values: [due] });
  for (const field of FILTERED_FIELDS) {
    const value = filter[field.key];
    if (value) asked.columns.push(await columnValues(tx, field, { operator: 'is', values: [value] }));
  }
  if (!filter.custom && !filter.where) return asked;
  const customFields = await loadCustomFields(tx);
  const parts: WherePart[] = [
    ...(filter.custom ? readCustomFilter(customFields, filter.custom) : []),
    ...(filter.where ? readWhere(customFields, filter.where) : []),
  ];
  for (const part of parts) {
    if (!('any' in part)) await addCondition(tx, asked, part, customFields);
    else asked.groups.push(await readGroup(tx, part.any, customFields));
  }
  return asked;
}

function nothingAsked(): AskedConditions {
  return { columns: [], values: [], ranges: [], custom: [], groups: [] };
}

async function readGroup(
  tx: TenantTransaction,
  lists: readonly (readonly Condition[])[],
  customFields: readonly CustomField[],
): Promise<AskedConditions[]> {
  const group: AskedConditions[] = [];
  for (const list of lists) {
    const asked = nothingAsked();
    for (const condition of list) await addCondition(tx, asked, condition, customFields);
    group.push(asked);
  }
  return group;
}

/** Adds the filters that stand for themselves. */
function addChoices({ values, ranges }: AskedConditions, filter: LeadFilter): void {
  const { hlrStatus, whatsappHlr, isSold, phoneValid, hasEmail, depositAmount } = filter;
  if (hlrStatus) values.push({ dimension: 'hlr', anyOf: [String(CHECK_CLASS[hlrStatus])] });
  if (whatsappHlr) values.push({ dimension: 'whatsapp', anyOf: [String(CHECK_CLASS[whatsappHlr])] });
  if (isSold) values.push({ dimension: 'sold', anyOf: [isSold] });
  if (phoneValid) values.push({ dimension: 'number', anyOf: [phoneValid] });
  if (hasEmail) values.push({ dimension: 'email', anyOf: [hasEmail] });
  const [from, to] = [filter.depositDateFrom ?? null, filter.depositDateTo ?? null];
  if (from || to) ranges.push({ dimension: 'deposit_date', least: from, most: to });
  if (!depositAmount) return;
  const [least = null, most = null] = depositAmount.split('-');
  ranges.push({ dimension: 'amount', least, most });
}

function readWhere(customFields: readonly CustomField[], where: string): WherePart[] {
  const read = parseWhere(where, conditionFields(customFields));
  if ('problem' in read) throw new HttpError('invalid_input', read.problem, { field: 'where' });
  return read.parts;
}

async function addCondition(
  tx: TenantTransaction,
  asked: AskedConditions,
  condition: Condition,
  customFields: readonly CustomField[],
): Promise<void> {
  const filtered = FILTERED_FIELDS.find(({ key }) => key === condition.field);
  if (filtered) asked.columns.push(await columnValues(tx, filtered, condition));
  else if (condition.field === 'ownerId') asked.values.push(await ownerValues(tx, condition));
  else if (condition.field === 'dueOn') addDue(asked, condition);
  else if (!addIndexed(asked, condition) && !(await addTags(tx, asked, condition))) {
    asked.custom.push(await rowCondition(tx, condition, customFields));
  }
}

type Compared = Pick<Condition, 'operator' | 'values'>;

/** Resolves a condition on a field that leads are filtered by to the spellings that they have. */
async function columnValues(
  tx: TenantTransaction,
  { key, column, kind }: FilteredField,
  { operator, values }: Compared,
): Promise<{ column: string } & HeldValues> {
  if (operator === 'isEmpty') return { column, anyOf: null, not: true };
  if (operator === 'isNotEmpty') return { column, anyOf: null };
  if (operator === 'contains' || operator === 'startsWith') {
    const term = foldText(values[0] ?? '');
    const isLike = (value: string) =>
      operator === 'contains' ? value.includes(term) : value.startsWith(term);
    return { column, anyOf: await valuesLike(tx, key, isLike) };
  }
  const anyOf = await spellingsOf(tx, key, await heldTexts(tx, kind, values));
  return operator === 'isNot' ? { column, anyOf, not: true } : { column, anyOf };
}

/** Returns the texts that leads hold for values of a filter. */
async function heldTexts(
  tx: TenantTransaction,
  kind: FilteredField['kind'],
  values: readonly string[],
): Promise<readonly string[]> {
  if (kind === 'status') {
    const statuses = await loadLeadStatuses(tx);
    return values.map((name) => statuses.heldFor(name));
  }
  // A country may also be given by its code or another of its names.
  return kind === 'country' ? values.flatMap((name) => [name, canonicalCountry(name).name]) : values;
}

/**
 * Resolves `me`, `none` and ids of users; leads of deleted users have no owner.
 * @throws HttpError invalid_input for `me` without a signed-in user
 */
async function ownedBy(
  tx: TenantTransaction,
  wanted: readonly string[],
  field: 'owner' | 'where',
): Promise<{ dimension: 'owner' } & HeldValues> {
  if (wanted.includes('me') && tx.userId === null) {
    throw new HttpError('invalid_input', 'me needs a signed-in user', { field });
  }
  const ids = wanted.map((one) => (one === 'me' ? tx.userId : one.toLowerCase()));
  const isNone = wanted.includes('none');
  const anyOf = (await loadOwners(tx)).map(({ id }) => id).filter((id) => ids.includes(id) !== isNone);
  return { dimension: 'owner', anyOf, ...(isNone && { not: true }) };
}

async function ownerValues(
  tx: TenantTransaction,
  { operator, values }: Compared,
): Promise<{ dimension: 'owner' } & HeldValues> {
  const isEmptiness = operator === 'isEmpty' || operator === 'isNotEmpty';
  const { not, ...held } = await ownedBy(tx, isEmptiness ? ['none'] : values, 'where');
  const isOpposite = operator === 'isNot' || operator === 'isNotEmpty';
  return { ...held, ...((not === true) !== isOpposite && { not: true }) };
}

/** Adds a condition on the next step's day. */
function addDue({ values, ranges }: AskedConditions, condition: Compared): void {
  const { operator } = condition;
  if (operator === 'isEmpty') values.push({ dimension: 'due', anyOf: ['true'], not: true });
  else if (operator === 'isNotEmpty') values.push({ dimension: 'due', anyOf: ['true'] });
  else {
    const [least, most] = dueDays(condition);
    ranges.push({ dimension: 'due_on', least, most });
  }
}

async function addTags(
  tx: TenantTransaction,
  { values }: AskedConditions,
  { field, operator, values: tags }: Condition,
): Promise<boolean> {
  if (field !== 'tags') return false;
  if (operator === 'isEmpty') values.push({ dimension: 'tag', anyOf: null, not: true });
  else if (operator === 'isNotEmpty') values.push({ dimension: 'tag', anyOf: null });
  else {
    const anyOf = await spellingsOf(tx, 'tag', tags);
    values.push({ dimension: 'tag', anyOf, ...(operator === 'noneOf' && { not: true }) });
  }
  return true;
}

/** Adds a condition that the index answers by other values or by numbers; returns false if it doesn't. */
function addIndexed({ values, ranges }: AskedConditions, condition: Condition): boolean {
  const { field, operator, values: given } = condition;
  const [first = '', second = ''] = given;
  const isEmptiness = operator === 'isEmpty' || operator === 'isNotEmpty';
  if (field === 'isSold') values.push({ dimension: 'sold', anyOf: [first] });
  else if (field === 'numberValid') {
    values.push({ dimension: 'number', anyOf: ['valid'], ...(first === 'false' && { not: true }) });
  } else if (field === 'email' && isEmptiness) {
    values.push({ dimension: 'email', anyOf: [String(operator === 'isNotEmpty')] });
  } else if (field === 'phone' && isEmptiness) {
    values.push({ dimension: 'number', anyOf: [''], ...(operator === 'isNotEmpty' && { not: true }) });
  } else if (field === 'depositDate' && !isEmptiness) {
    const [least, most] = daysOf(condition);
    ranges.push({ dimension: 'deposit_date', least, most });
  } else if (field === 'depositAmount' && operator === 'is' && WHOLE_CENTS.test(first)) {
    ranges.push({ dimension: 'amount', least: first, most: first });
  } else if (field === 'depositAmount' && operator === 'between' && WHOLE_CENTS.test(first)) {
    if (second !== '' && !WHOLE_CENTS.test(second)) return false;
    ranges.push({ dimension: 'amount', least: first, most: second || null });
  } else return false;
  return true;
}

async function rowCondition(
  tx: TenantTransaction,
  condition: Condition,
  customFields: readonly CustomField[],
): Promise<LeadCondition> {
  const { field, operator, values } = condition;
  const custom = customFieldName(field);
  if (custom !== null) {
    const type = customFields.find(({ name }) => name === custom)?.type ?? 'text';
    return { clause: customClause(custom, type, condition) };
  }
  const channel = consentConditionChannel(field);
  if (channel !== null) return { clause: consentStateClause(channel, condition) };
  if (field === 'id') return idCondition(values);
  if (field === 'import') return importedCondition(tx, condition);
  if (field === 'createdAt') return { clause: createdClause(condition) };
  if (field === 'updatedAt') return { clause: updatedClause(condition) };
  if (field === 'suppressed') return suppressedCondition(values[0] === 'true');
  if (field === 'soldAt') return { clause: soldClause(tx, condition), isFew: true };
  if (field === 'phone') return { clause: phoneClause(condition) };
  if (field === 'customerNumber' && (operator === 'is' || operator === 'anyOf')) {
    return customerCondition(tx, values);
  }
  const known = LEAD_FIELDS.find(({ key }) => key === field);
  const column = known?.column ?? field;
  if (known?.kind === 'amount' || known?.kind === 'date') {
    return { clause: orderedClause(raw(`leads.${column}`), condition, 'numeric') };
  }
  return { clause: foldedClause(foldedColumn(column), condition) };
}

async function importedCondition(
  tx: TenantTransaction,
  { operator, values }: Compared,
): Promise<LeadCondition> {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') {
    return { clause: importedClause(operator === 'isNotEmpty') };
  }
  const condition = await importCondition(tx, values[0] ?? '');
  return operator === 'isNot' ? { clause: negated(condition.clause) } : condition;
}

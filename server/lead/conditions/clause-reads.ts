import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ConsentChannel } from '#contract/consent-fields.ts';
import type { Condition } from '#contract/lead-conditions.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { idFrom } from '../../platform/ids.ts';
import type { CustomField } from '../custom-fields/reads.ts';
import type { LeadCondition } from '../rows/lead-condition.ts';
import { customerKey } from '../sales/customer-key.ts';
import { knownSpelling } from '../sales/customer-number-writes.ts';
import { foldText } from '../values/fold-text.ts';
import type { HeldValues } from './asked.ts';

type Clause = Sql;
type Compared = Pick<Condition, 'operator' | 'values'>;

const DAY_MS = 86_400_000;
/**
 * Maximum difference between the time in a lead's id, by the clock of a server, and `created_at`, by that of PostgreSQL, in
 * milliseconds. In truth they are seconds apart.
 */
const ID_MARGIN_MS = DAY_MS;
/** Signs in phone numbers that make no difference. */
const PHONE_SIGNS = ' ()./-';

/** Returns the clause that a column of `leads` has one of the values. */
export function columnClause(column: string, { anyOf, not }: HeldValues): Clause {
  const held = raw(`leads.${column}`);
  const has =
    anyOf === null ? sql`${held} is not null` : sql`coalesce(${held} = any(${anyOf}::text[]), false)`;
  return not ? sql`not ${has}` : sql`${has}`;
}

/** Returns the folded text of a column of `leads`. All but printable ASCII is stored folded. */
export function foldedColumn(column: string): Sql {
  return sql`coalesce(leads.folded -> 'fields' ->> ${column}, lower(${raw(`leads.${column}`)} collate "C"))`;
}

/** Returns the folded text of a custom field. */
function foldedCustom(name: string): Sql {
  return sql`coalesce(leads.folded -> 'custom' ->> ${name}, lower(${customText(name)} collate "C"))`;
}

function customText(name: string): Sql {
  return sql`(leads.custom_data ->> ${name})`;
}

/** Returns the clause of a condition on a folded text. */
export function foldedClause(text: Sql, { operator, values }: Compared): Clause {
  const folded = values.map(foldText);
  const [first] = folded;
  if (operator === 'contains') return sql`strpos(${text}, ${first}::text) > 0`;
  if (operator === 'startsWith') return sql`starts_with(${text}, ${first}::text)`;
  if (operator === 'isEmpty') return sql`coalesce(${text}, '') = ''`;
  if (operator === 'isNotEmpty') return sql`${text} <> ''`;
  if (operator === 'isNot') return sql`${text} is distinct from ${first}::text`;
  return sql`${text} = any(${folded}::text[])`;
}

/** Returns the clause of a condition on the phone: blanks, brackets, points, dashes and slashes make no difference. */
export function phoneClause({ operator, values }: Compared): Clause {
  const without = values.map((value) => value.replaceAll(/[ ()./-]/g, ''));
  return foldedClause(sql`translate(${foldedColumn('phone')}, ${PHONE_SIGNS}, '')`, {
    operator,
    values: without,
  });
}

/** Returns the clause of a state of consent on a channel. */
export function consentStateClause(channel: ConsentChannel, { values: [state] }: Compared): Clause {
  const held = sql`leads.consent ->> ${channel}`;
  return state === 'missing' ? sql`(${held}) is null` : sql`coalesce(${held} = ${state}::text, false)`;
}

/** Returns the clause of a condition on a number or, as text that sorts like it, a day. */
export function orderedClause(held: Sql, { operator, values }: Compared, type: 'numeric' | 'text'): Clause {
  const given = (value: string | undefined) => sql`${value}::${raw(type)}`;
  const [from, to] = values;
  if (operator === 'isEmpty') return sql`${held} is null`;
  if (operator === 'isNotEmpty') return sql`${held} is not null`;
  if (operator === 'isNot') return sql`${held} is distinct from ${given(from)}`;
  if (operator === 'is') return sql`${held} = ${given(from)}`;
  return allOf([
    ...(from ? [sql`${held} >= ${given(from)}`] : []),
    ...(to ? [sql`${held} <= ${given(to)}`] : []),
  ]);
}

/** Returns the days that a condition on a date asks for, the last ones by UTC. */
export function daysOf({ operator, values }: Compared): [least: string | null, most: string | null] {
  const [from, to] = values;
  if (operator === 'lastDays') return [isoDay(Date.now() - (Number(from) - 1) * DAY_MS), isoDay(Date.now())];
  return operator === 'is' ? [from ?? null, from ?? null] : [from || null, to || null];
}

/** Returns the days of a condition on the next step, which may be named in relation to today. */
export function dueDays(compared: Compared): [least: string | null, most: string | null] {
  const day = (days: number) => isoDay(Date.now() + days * DAY_MS);
  if (compared.values[0] === 'today') return [null, day(0)];
  if (compared.values[0] === 'overdue') return [null, day(-1)];
  return compared.values[0] === 'upcoming' ? [day(1), null] : daysOf(compared);
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Times from `from` on and before `before`, in milliseconds. */
interface TimeRange {
  from: number | null;
  before: number | null;
}

/** Returns the times that a condition asks for: whole days by UTC, or this many times 24 hours until now. */
function timesOf(compared: Compared): TimeRange {
  if (compared.operator === 'lastDays') {
    return { from: Date.now() - Number(compared.values[0]) * DAY_MS, before: null };
  }
  const [least, most] = daysOf(compared);
  return {
    from: least === null ? null : Date.parse(least),
    before: most === null ? null : Date.parse(most) + DAY_MS,
  };
}

function timeClause(held: Sql, { from, before }: TimeRange): Clause {
  return allOf([
    ...(from === null ? [] : [sql`${held} >= ${timeText(from)}::timestamptz`]),
    ...(before === null ? [] : [sql`${held} < ${timeText(before)}::timestamptz`]),
  ]);
}

/** PostgreSQL reads no year of more than four digits in the form of JavaScript. */
function timeText(time: number): string {
  return time > Date.parse('9999-12-31') ? 'infinity' : new Date(time).toISOString();
}

/** The leads that were created then, read from the range of ids that have about these times. */
export function createdClause(compared: Compared): Clause {
  const times = timesOf(compared);
  const { from, before } = times;
  return allOf([
    timeClause(sql`leads.created_at`, times),
    ...(from === null ? [] : [sql`leads.id >= ${idFrom(from - ID_MARGIN_MS)}::uuid`]),
    ...(before === null ? [] : [sql`leads.id < ${idFrom(before + ID_MARGIN_MS)}::uuid`]),
  ]);
}

export function updatedClause(compared: Compared): Clause {
  return timeClause(sql`leads.updated_at`, timesOf(compared));
}

/** The leads whose sale, not returned, was made then. */
export function soldClause({ organizationId }: TenantTransaction, compared: Compared): Clause {
  return sql`(leads.is_sold and leads.id in (select s.lead_id from lead_sales s
    where s.organization_id = ${organizationId} and s.counted and s.returned_at is null and ${timeClause(sql`s.sold_at`, timesOf(compared))}))`;
}

/** The leads with a customer number among these, in any spelling; those of a customer are few. */
export async function customerCondition(
  tx: TenantTransaction,
  numbers: readonly string[],
  also: Clause = allOf([]),
): Promise<LeadCondition> {
  const keys = numbers.map(customerKey);
  // Those of merged customers too.
  for (const number of numbers) keys.push(customerKey(await knownSpelling(tx, number)));
  const spellings = (await customerNumbers(tx)).filter((number) => keys.includes(customerKey(number)));
  return { clause: sql`(leads.customer_number = any(${spellings}::text[]) and ${also})`, isFew: true };
}

/** The leads that are sold to a customer. */
export function soldToCondition(tx: TenantTransaction, number: string): Promise<LeadCondition> {
  return customerCondition(tx, [number], sql`leads.is_sold`);
}

/** Returns each customer number that a lead has, by jumping from one to the next in their index. */
async function customerNumbers(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ number: string }>(
    `WITH RECURSIVE held AS (
       (SELECT customer_number AS number FROM leads WHERE organization_id = $1 AND customer_number IS NOT NULL
        ORDER BY customer_number LIMIT 1)
       UNION ALL
       SELECT (SELECT l.customer_number FROM leads l WHERE l.organization_id = $1 AND l.customer_number > held.number
         ORDER BY l.customer_number LIMIT 1)
       FROM held WHERE held.number IS NOT NULL
     )
     SELECT number FROM held WHERE number IS NOT NULL`,
    [tx.organizationId],
  );
  return rows.map(({ number }) => number);
}

export function idCondition(ids: readonly string[]): LeadCondition {
  return { clause: sql`leads.id = any(${ids}::uuid[])`, isFew: true };
}

/** Leads on a suppression list, which are few, or all others. */
export function suppressedCondition(isSuppressed: boolean): LeadCondition {
  return isSuppressed
    ? { clause: sql`leads.suppressed`, isFew: true }
    : { clause: sql`not leads.suppressed` };
}

/** The lead came, or came not, with any import. */
export function importedClause(isImported: boolean): Clause {
  return isImported ? sql`leads.import_id is not null` : sql`leads.import_id is null`;
}

export function negated(clause: Clause): Clause {
  return sql`not coalesce(${clause}, false)`;
}

function allOf(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? sql`true` : sql`(${join(clauses, ' and ')})`;
}

export function customClause(name: string, type: CustomField['type'], condition: Compared): Clause {
  const { operator, values } = condition;
  const held = customText(name);
  if (type === 'text' || type === 'choice') return foldedClause(foldedCustom(name), condition);
  if (type === 'number') return orderedClause(sql`${held}::numeric`, condition, 'numeric');
  if (type === 'boolean' && operator === 'is') return sql`${held} = ${values[0]}::text`;
  if (type === 'boolean' || operator === 'isEmpty' || operator === 'isNotEmpty') {
    return orderedClause(held, condition, 'text');
  }
  const [least, most] = daysOf(condition);
  const days = { operator: 'between' as const, values: [least ?? '', most ?? ''] };
  return orderedClause(sql`${held} collate "C"`, days, 'text');
}

import { type Person, unitePersons } from '../../lead/persons/person.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

interface NamedLead {
  id: string;
  email: string | null;
  phone: string | null;
  isValid: boolean;
  first: string | null;
  last: string | null;
}

/**
 * Adds the leads with an email or a valid phone of the person, in the bin too, those merged with them, and so on until no
 * lead is new; then what these leads were called before.
 */
export async function withAllLeads(tx: TenantTransaction, person: Person): Promise<Person> {
  for (let known = person; ; ) {
    const found = personOf(await leadsOf(tx, known));
    const next = unitePersons(known, found);
    next.leadIds = [...new Set([...next.leadIds, ...(await mergedWith(tx, next.leadIds))])];
    if (sizeOf(next) === sizeOf(known)) return withFormer(tx, next);
    known = next;
  }
}

function sizeOf({ leadIds, emails, phones }: Person): number {
  return leadIds.length + emails.length + phones.length;
}

function personOf(leads: readonly NamedLead[]): Person {
  const phones = (isValid: boolean): string[] =>
    leads.flatMap((lead) => (lead.phone !== null && lead.isValid === isValid ? [lead.phone] : []));
  return {
    leadIds: leads.map(({ id }) => id),
    emails: leads.flatMap(({ email }) => email ?? []),
    phones: phones(true),
    formerEmails: [],
    formerPhones: phones(false),
    names: leads.map(({ first, last }) => [first, last].filter((part) => part !== null)),
  };
}

/** Phones typed without a + are those of the person with all digits of the international number. */
function leadsOf(tx: TenantTransaction, { leadIds, emails, phones }: Person): Promise<NamedLead[]> {
  const digits = phones.map((phone) => phone.replaceAll(/\D/g, '')).filter((one) => one !== '');
  return tx.query<NamedLead>(
    `SELECT id, email, phone, number_valid AS "isValid", first_name AS first, last_name AS last FROM leads
     WHERE organization_id = $1 AND (id = ANY ($2::uuid[]) OR email = ANY ($3::text[]) OR phone = ANY ($4::text[])
       OR (NOT number_valid AND regexp_replace(phone, '\\D', '', 'g') = ANY ($5::text[])))
     ORDER BY id`,
    [tx.organizationId, leadIds, emails, phones, digits.flatMap((one) => [one, `00${one}`])],
  );
}

async function mergedWith(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ kept: string; merged: string }>(
    `SELECT kept_id AS kept, merged_id AS merged FROM lead_merges
     WHERE organization_id = $1 AND (kept_id = ANY ($2::uuid[]) OR merged_id = ANY ($2::uuid[]))`,
    [tx.organizationId, ids],
  );
  return rows.flatMap(({ kept, merged }) => [kept, merged]);
}

const NAMING = ['email', 'phone', 'first_name', 'last_name'];

/** Emails and phones that another lead has by now are left out. */
async function withFormer(tx: TenantTransaction, person: Person): Promise<Person> {
  const rows = await tx.query<{ column: string; value: string }>(
    `SELECT DISTINCT c.key AS "column", v.value FROM lead_events e
     CROSS JOIN LATERAL jsonb_each(e.changes) AS c (key, pair)
     CROSS JOIN LATERAL jsonb_array_elements_text(c.pair) AS v (value)
     WHERE e.organization_id = $1 AND e.lead_id = ANY ($2::uuid[]) AND c.key = ANY ($3::text[])
       AND jsonb_typeof(c.pair) = 'array' AND v.value <> ''`,
    [tx.organizationId, person.leadIds, NAMING],
  );
  const of = (column: string): string[] => rows.flatMap((row) => (row.column === column ? [row.value] : []));
  const held = await heldByOthers(tx, person.leadIds, [...of('email'), ...of('phone')]);
  const free = (values: readonly string[], known: readonly string[]): string[] =>
    values.filter((value) => !held.has(value) && !known.includes(value));
  return unitePersons(person, {
    leadIds: [],
    emails: [],
    phones: [],
    formerEmails: free(of('email'), person.emails),
    formerPhones: free(of('phone'), person.phones),
    names: [...of('first_name'), ...of('last_name')].map((name) => [name]),
  });
}

async function heldByOthers(
  tx: TenantTransaction,
  ids: readonly string[],
  identities: readonly string[],
): Promise<Set<string>> {
  if (identities.length === 0) return new Set();
  const rows = await tx.query<{ email: string | null; phone: string | null }>(
    `SELECT email, phone FROM leads
     WHERE organization_id = $1 AND NOT id = ANY ($2::uuid[]) AND (email = ANY ($3::text[]) OR phone = ANY ($3::text[]))`,
    [tx.organizationId, ids, identities],
  );
  return new Set(rows.flatMap(({ email, phone }) => [email ?? '', phone ?? '']));
}

/** Whether the organization has a lead, in the bin too. */
export async function knowsLead(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.query('SELECT id FROM leads WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
  ]);
  return rows.length > 0;
}

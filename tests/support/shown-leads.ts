import { expect } from 'vitest';
import type {
  dashboardBrands,
  dashboardCountries,
  dashboardStats,
  dashboardStatuses,
  dashboardTags,
} from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Lead, listLeads } from '#contract/leads.ts';
import type { TestApp } from './app.ts';
import type { Client, SignedIn } from './client.ts';

/** HLR and WhatsApp statuses that mean a working number. */
const WORKS = "('active', 'qualified', 'valid', 'live', 'reachable', 'yes')";
const NAMES = "lower(concat(first_name, ' ', last_name))";
const EMAIL = "lower(coalesce(email, ''))";
const DIGITS = "regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g')";

/** Query strings of the lead list, each with the plain SQL condition that its leads fulfil. */
const FILTERS: Readonly<Record<string, string>> = {
  '': 'true',
  'search=ada': `${NAMES} LIKE '%ada%' OR ${EMAIL} LIKE '%ada%'`,
  'search=lovelace ada': `(${NAMES} LIKE '%ada%' OR ${EMAIL} LIKE '%ada%') AND (${NAMES} LIKE '%lovelace%' OR ${EMAIL} LIKE '%lovelace%')`,
  'search=example.com': `${EMAIL} LIKE '%example.com%'`,
  'search=éLODIE': `${NAMES} LIKE '%élodie%'`,
  'search=49 30': `${DIGITS} LIKE '%4930%'`,
  'country=germany': `lower(country) = 'germany'`,
  'brand=ACME': `lower(brand) = 'acme'`,
  'source=web': `lower(source) = 'web'`,
  'status=qualified': `lower(status) = 'qualified'`,
  'hlrStatus=qualified': `lower(hlr) IN ${WORKS}`,
  'hlrStatus=unqualified': `lower(hlr) NOT IN ${WORKS}`,
  'whatsappHlr=unchecked': `whatsapp IS NULL`,
  'isSold=true': 'is_sold',
  'phoneValid=valid': 'number_valid',
  'phoneValid=invalid': 'phone IS NOT NULL AND NOT number_valid',
  'hasEmail=false': 'email IS NULL',
  'depositDateFrom=2025-01-02&depositDateTo=2025-12-31': `deposit_date BETWEEN '2025-01-02' AND '2025-12-31'`,
  'depositAmount=50-100': 'deposit_amount BETWEEN 50 AND 100',
  'tags=vip,new': `EXISTS (SELECT FROM unnest(tags) AS t (tag) WHERE lower(tag) IN ('vip', 'new'))`,
  'search=a&brand=acme': `(${NAMES} LIKE '%a%' OR ${EMAIL} LIKE '%a%') AND lower(brand) = 'acme'`,
  'status=qualified&isSold=false&country=germany': `lower(status) = 'qualified' AND NOT is_sold AND lower(country) = 'germany'`,
};

/** Filters that are tried in the trash too. */
const TRASH_FILTERS = ['', 'search=ada', 'brand=ACME'];

/** Returns the leads of an organization, those in the trash apart, as the API shows them. */
export async function shownLeads(user: Client): Promise<{ leads: Lead[]; trash: Lead[] }> {
  const [leads, trash] = await Promise.all([page(user, ''), page(user, 'bin=true')]);
  return { leads: leads.leads, trash: trash.leads };
}

/** Compares lists, totals, searches, filters and the dashboard with what plain SQL finds in the rows. */
export async function expectLeadsAsStored(app: Pick<TestApp, 'context'>, user: SignedIn): Promise<void> {
  const { owner } = app.context.db;
  const reads = [
    ...Object.entries(FILTERS).map(([query, condition]) => ({
      query,
      condition: `deleted_at IS NULL AND (${condition})`,
    })),
    ...TRASH_FILTERS.map((query) => ({
      query: `${query}&bin=true`,
      condition: `deleted_at IS NOT NULL AND (${FILTERS[query]})`,
    })),
  ];
  const selects = reads.map(
    ({ condition }) => `coalesce(array_agg(id::text ORDER BY id DESC) FILTER (WHERE ${condition}), '{}')`,
  );
  const { rows } = await owner.query<{ found: string[][] }>(
    `SELECT json_build_array(${selects.join(', ')}) AS found FROM leads WHERE organization_id = $1`,
    [user.user.organizationId],
  );
  for (const [index, { query }] of reads.entries()) {
    const ids = rows[0]?.found[index] ?? [];
    const { leads, total } = await page(user, query);
    expect([query, total, leads.map(({ id }) => id)]).toEqual([query, ids.length, ids]);
    const counted = await user.get<{ total: number }>(`/api/leads/count?${encodeURI(query)}`);
    expect([query, counted.body.total]).toEqual([query, ids.length]);
  }
  await expectDashboardAsStored(app, user);
}

async function page(user: Client, query: string): Promise<ReplyOf<typeof listLeads>> {
  const path = `/api/leads?limit=200&${encodeURI(query)}`;
  const { status, body } = await user.get<ReplyOf<typeof listLeads>>(path);
  expect([path, status]).toEqual([path, 200]);
  return body;
}

async function expectDashboardAsStored(app: Pick<TestApp, 'context'>, user: SignedIn): Promise<void> {
  const { owner } = app.context.db;
  const { organizationId } = user.user;
  const counted = async (value: string, from = 'leads') => {
    const { rows } = await owner.query<{ value: string; total: number }>(
      `SELECT ${value} AS value, count(*) AS total FROM ${from}
       WHERE organization_id = $1 AND deleted_at IS NULL AND ${value} <> '' GROUP BY 1`,
      [organizationId],
    );
    return new Map(rows.map((row) => [row.value, row.total]));
  };
  const shown = async <T>(name: string): Promise<T> => (await user.get<T>(`/api/dashboard/${name}`)).body;

  const { rows } = await owner.query(
    `SELECT count(*) AS "totalLeads", count(*) FILTER (WHERE number_valid) AS "validNumbers",
       (SELECT count(*) FROM imports i WHERE organization_id = $1 AND NOT EXISTS (SELECT FROM import_undos u
         WHERE u.organization_id = $1 AND u.id = i.id AND u.status = 'completed')) AS "totalImports",
       (SELECT count(*) FROM import_undos WHERE organization_id = $1 AND status = 'completed') AS "undoneImports",
       count(*) FILTER (WHERE lower(status) = 'new') AS "newLeads",
       count(*) FILTER (WHERE lower(status) = 'qualified') AS "qualifiedLeads"
     FROM leads WHERE organization_id = $1 AND deleted_at IS NULL`,
    [organizationId],
  );
  expect(await shown<ReplyOf<typeof dashboardStats>>('stats')).toEqual(rows[0]);
  const brands = await shown<ReplyOf<typeof dashboardBrands>>('brands');
  expect(new Map(brands.map((row) => [row.brand, row.totalLeads]))).toEqual(await counted('brand'));
  const statuses = await shown<ReplyOf<typeof dashboardStatuses>>('statuses');
  expect(new Map(statuses.map((row) => [row.status, row.totalLeads]))).toEqual(await counted('status'));
  const tags = await shown<ReplyOf<typeof dashboardTags>>('tags');
  expect(new Map(tags.map((row) => [row.tag, row.totalLeads]))).toEqual(
    await counted('tag', 'leads CROSS JOIN LATERAL unnest(tags) AS t (tag)'),
  );
  const countries = await shown<ReplyOf<typeof dashboardCountries>>('countries');
  expect(new Map(countries.map((row) => [row.country, row.totalLeads]))).toEqual(
    await counted("coalesce(nullif(country, ''), 'Unknown')"),
  );
}

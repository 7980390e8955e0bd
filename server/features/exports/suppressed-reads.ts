import sql, { type Sql } from 'sql-template-tag';
import { LEAST_ID } from '../../lead/operations/operation.ts';
import type { Contact } from '../../lead/suppression/keys.ts';
import { askLists, entryForms, isHit } from '../../lead/suppression/suppression-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { countLeadRows } from './lead-rows-reads.ts';

const PAGE_LEADS = 5_000;

/** Leads of a file, and how many are left out. */
export interface CleanLeads {
  leads: Sql;
  suppressed: number;
}

/** Leaves out the leads that are marked as suppressed, and with `customer` those on a list of theirs. */
export async function withoutSuppressed(
  tx: TenantTransaction,
  leads: Sql,
  customer?: string,
): Promise<CleanLeads> {
  const marked = await countLeadRows(tx, sql`${leads} and suppressed`);
  const clean = marked === 0 ? leads : sql`${leads} and not suppressed`;
  if (customer === undefined) return { leads: clean, suppressed: marked };
  const listed = await withoutCustomersLists(tx, clean, customer);
  return { leads: listed.leads, suppressed: marked + listed.suppressed };
}

/** Leaves out the leads that are on a list, those of a customer among them. */
export async function withoutCustomersLists(
  tx: TenantTransaction,
  leads: Sql,
  customer: string,
): Promise<CleanLeads> {
  if ((await entryForms(tx, { customer })) === null) return { leads, suppressed: 0 };
  const listed: string[] = [];
  for (let after: string | undefined = LEAST_ID; after !== undefined; ) {
    const page: (Contact & { id: string })[] = await tx.query<
      Contact & { id: string } & Record<string, unknown>
    >(
      sql`select id, email, case when number_valid then phone end as phone from leads
        where ${leads} and id > ${after}::uuid order by id limit ${PAGE_LEADS}`,
    );
    const hits = await askLists(tx, page, { customer });
    listed.push(...page.flatMap(({ id }, at) => (hits[at] !== undefined && isHit(hits[at]) ? [id] : [])));
    after = page.length === PAGE_LEADS ? page.at(-1)?.id : undefined;
  }
  if (listed.length === 0) return { leads, suppressed: 0 };
  return { leads: sql`${leads} and id <> all(${`{${listed.join()}}`}::uuid[])`, suppressed: listed.length };
}

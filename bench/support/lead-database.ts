import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { ANY_LEADS } from '#server/lead/change/announce-leads.ts';
import { SEGMENT_LEADS } from '#server/lead/list/index/maintain.ts';
import { noticeOf } from '#server/platform/events/notices.ts';
import { startBenchDatabase } from './bench-database.ts';
import { machineLine } from './machine.ts';
import { seedOrganizations } from './seed-leads.ts';
import { type BenchServer, startBenchServer } from './server.ts';

/** Polling interval while waiting for the index (milliseconds). */
const FOLDED_EVERY_MS = 250;

/** The product on a database full of leads. */
export interface LeadDatabase {
  server: BenchServer;
  /** Client of the owner. */
  owner: pg.Client;
  /** Connection string of the owner. */
  url: string;
  /** The organization of the server's administrator. */
  organizationId: string;
  /** Processor time that PostgreSQL has used so far (seconds). */
  cpuOfDatabase(): number;
}

/** Leads of the administrator's organization, and the number and size of the other organizations. */
export interface Sizes {
  leads: number;
  others: { organizations: number; leads: number };
  /** Leaves the lead index and its counts unmade, for figures that don't depend on them. */
  unindexed?: true;
  /** Further columns of the leads, as SQL expressions (seed-leads.ts). */
  more?: Record<string, string>;
  /** Custom fields of the administrator's organization, by name. */
  customFields?: Record<string, string>;
}

/**
 * Starts the product, fills its database with repeatable leads, prints the machine and sizes, and runs
 * `measure`. Removes everything afterwards.
 */
export async function withLeadDatabase(
  { leads, others, unindexed, more = {}, customFields = {} }: Sizes,
  measure: (database: LeadDatabase) => Promise<void>,
): Promise<void> {
  const database = await startBenchDatabase();
  try {
    const server = await startBenchServer({ databaseUrl: database.url });
    try {
      const { owner, url } = database;
      const { rows } = await owner.query<{ id: string }>('SELECT id FROM organizations');
      const organizationId = rows[0]?.id ?? '';
      const beside = await createOrganizations(owner, others.organizations);
      for (const [name, type] of Object.entries(customFields)) {
        await owner.query(
          'INSERT INTO custom_fields (organization_id, id, name, type) VALUES ($1, gen_random_uuid(), $2, $3)',
          [organizationId, name, type],
        );
      }
      const sizes = [{ id: organizationId, leads }, ...beside.map((id) => ({ id, leads: others.leads }))];
      await seedOrganizations(owner, sizes, more);
      if (!unindexed) await awaitLeadIndexes(owner, [organizationId, ...beside]);
      process.stdout.write(
        `${machineLine()}\n${leads} leads, and ${beside.length} × ${others.leads} others\n\n`,
      );
      await measure({ server, owner, url, organizationId, cpuOfDatabase: database.cpuSeconds });
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
  }
}

async function createOrganizations(owner: pg.Client, count: number): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO organizations (id, name)
     SELECT uuidv7(), 'Organization ' || n FROM generate_series(1, $1::int) AS n RETURNING id`,
    [count],
  );
  return rows.map((row) => row.id);
}

/** Notifies the server of the seeded leads, as every writer does, and waits until they are indexed. */
export async function awaitLeadIndexes(owner: pg.Client, organizationIds: readonly string[]): Promise<void> {
  for (const id of organizationIds) {
    const { channel, payload } = noticeOf(id, ANY_LEADS);
    await owner.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }
  for (;;) {
    const { rows } = await owner.query(
      `SELECT FROM organizations o WHERE (
         SELECT count(*) FROM lead_search l WHERE l.organization_id = o.id AND lead_id >= coalesce(
           (SELECT watermark FROM lead_index i WHERE i.organization_id = o.id), '00000000-0000-0000-0000-000000000000')
       ) > $1 OR EXISTS (
         SELECT FROM lead_segments s WHERE s.organization_id = o.id AND (dictionary IS NULL OR NOT EXISTS (
           SELECT FROM lead_sort_thresholds t WHERE t.organization_id = o.id AND t.is_current
         ))
       )`,
      [SEGMENT_LEADS],
    );
    if (rows.length === 0) return;
    await wait(FOLDED_EVERY_MS);
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '#tests/support/client.ts';
import { fileOf } from '#tests/support/client.ts';
import { importLeads, uploadFile } from '#tests/support/imports.ts';
import { wrongCountsIn } from '#tests/support/lead-stats.ts';
import type { Running, TryEnvironment } from './place.ts';

/** Work of a user or a program during which a fault is injected. */
export interface Work {
  name: string;
  /** Stores what the work needs. */
  prepare(place: TryEnvironment, client: Client, leads: number): Promise<void>;
  /** Begins the work; a request that the fault aborts doesn't fail the try. */
  begin(place: TryEnvironment, running: Running, leads: number): Promise<BegunWork>;
}

/** Work under way. */
export interface BegunWork {
  /** Describes how far it is, and tells whether it has ended. */
  state(): Promise<{ text: string; isOver: boolean }>;
  /** Follows it to its end on a server that runs, and begins again what the fault kept from beginning. Returns the end. */
  finish(running: Running): Promise<string>;
  /** Returns one line for each fault that it left behind. */
  verify(running: Running): Promise<string[]>;
  /** Ends what it started in this process. */
  close?(): Promise<void>;
}

/** Time after which work counts as hanging rather than slow (milliseconds). */
const PATIENCE_MS = 180_000;
const POLL_MS = 100;
const FILENAME = 'leads.csv';

/** Imports leads with an e-mail, a city and an address each. */
export async function importForWork(client: Client, leads: number, address = ''): Promise<void> {
  const rows = Array.from({ length: leads }, (_, n) => `lead${n}@example.com,City ${n % 50},${address}`);
  const text = `Email,City,Address\n${rows.join('\n')}\n`;
  const { uploadId } = await uploadFile(client, fileOf(FILENAME, text));
  const fieldMapping = { Email: 'email', City: 'city', Address: 'address' };
  await importLeads(client, uploadId, { fieldMapping });
}

/**
 * Asks until there is a result; a rejection, such as while the database is away, counts as none.
 * @throws when there is none for three minutes
 */
export async function untilThere<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const found = await ask().catch(() => null);
    if (found !== null) return found;
    await wait(POLL_MS);
  }
  throw new Error(`There was no ${what} for ${PATIENCE_MS / 1000} s`);
}

/** Checks that the counters, the dashboard and the list of the only organization agree with the leads. */
export async function countFaults(place: TryEnvironment, client: Client, leads: number): Promise<string[]> {
  const [organization] = await place.ask<{ id: string }>('SELECT id FROM organizations');
  return countFaultsOf(place, { id: organization?.id ?? '', client }, leads);
}

/** Checks that the counters, the dashboard and the list of an organization agree with its leads. */
export async function countFaultsOf(
  place: TryEnvironment,
  { id, client }: { id: string; client: Client },
  leads: number,
): Promise<string[]> {
  const owner = {
    query: async (text: string, values: unknown[]) => ({ rows: await place.ask(text, values) }),
  };
  const wrong = await wrongCountsIn(owner, id);
  const dashboard = await client.get<{ totalLeads: number }>('/api/dashboard/stats');
  const list = await client.get<{ total: number }>('/api/leads?limit=1');
  return [
    ...(wrong.length > 0 ? [`${wrong.length} wrong counts, such as ${JSON.stringify(wrong[0])}`] : []),
    ...expectEqual('leads of the dashboard', dashboard.body.totalLeads, leads),
    ...expectEqual('leads of the list', list.body.total, leads),
  ];
}

/** Returns a fault unless a number is as wanted. */
export function expectEqual(what: string, met: number | undefined, wanted: number): string[] {
  return met === wanted ? [] : [`${met} ${what} instead of ${wanted}`];
}

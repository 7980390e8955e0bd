import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '#tests/support/client.ts';
import { giveRules, runsOf } from '#tests/support/retention.ts';
import type { TryEnvironment } from './place.ts';
import { countFaults, expectEqual, importForWork, untilThere, type Work } from './work.ts';

/** People erased at once. */
const PEOPLE = 30;
const ANSWERS_WITHIN_MS = 5_000;
const RETRY_MS = 200;
const NOT_FOUND = 404;

/** A night's run of a rule that erases all leads. */
export const retentionFaults: Work = {
  name: 'retention',
  prepare: async (place, client, leads) => {
    await importForWork(client, leads);
    await giveRules(client, { action: 'erase', graceDays: 0 });
    await place.ask("SELECT graphile_worker.add_job('begin_retention', '{}')");
    // No lead is a day old.
    await untilThere('end of the first run', async () => endOfRun(client));
  },
  begin: async (place, _running, leads) => {
    await place.ask("UPDATE retention_runs SET status = 'waiting', started_at = now() + interval '2 days'");
    await workOn(place);
    return {
      state: async () => {
        const [run] = await place
          .ask<{ status: string; done: number }>(
            `SELECT r.status, o.done FROM retention_runs r
             JOIN bulk_operations o ON o.organization_id = r.organization_id AND o.id = r.operation_id`,
          )
          .catch(() => []);
        return { text: `${run?.done ?? 0} leads in`, isOver: run?.status === 'completed' };
      },
      finish: ({ client }) =>
        untilThere('end of the run', async () => {
          // A server finds open runs each minute.
          await workOn(place);
          return endOfRun(client);
        }),
      verify: async ({ client }) => {
        const [run] = await runsOf(client);
        const [left] = await place.ask<{ leads: number; events: number; searched: number }>(
          `SELECT (SELECT count(*)::int FROM leads) AS leads, (SELECT count(*)::int FROM lead_events) AS events,
             (SELECT count(*)::int FROM lead_search) AS searched`,
        );
        return [
          ...expectEqual('leads of the run', run?.leads, leads),
          ...expectEqual('leads erased', run?.final, leads),
          ...expectEqual('leads left', left?.leads, 0),
          ...expectEqual('events left', left?.events, 0),
          ...expectEqual('searched texts left', left?.searched, 0),
          ...(await countFaults(place, client, 0)),
        ];
      },
    };
  },
};

async function workOn(place: TryEnvironment): Promise<void> {
  await place.ask("SELECT graphile_worker.add_job('work_on_retention', '{}', job_key => 'retention')");
}

async function endOfRun(client: Client): Promise<string | null> {
  const [run] = await runsOf(client);
  return run?.status === 'completed' || run?.status === 'failed' ? run.status : null;
}

/** Erasures of some of the people, asked for at once. */
export const erasures: Work = {
  name: 'erasures',
  prepare: (_place, client, leads) => importForWork(client, leads),
  begin: async (place, { client }, leads) => {
    const people = Array.from(
      { length: PEOPLE },
      (_, n) => `lead${Math.floor((n * leads) / PEOPLE)}@example.com`,
    );
    const asked = { target: client, people: 0, isGivenUp: false };
    for (const email of people) {
      void untilTaken(email, asked).then(() => {
        asked.people += 1;
      });
    }
    const progress = async (): Promise<{ completed: number; isOver: boolean }> => {
      const rows = await place.ask<{ status: string }>('SELECT status FROM erasures');
      const open = rows.filter(({ status }) => status !== 'completed').length;
      return { completed: rows.length - open, isOver: asked.people === PEOPLE && open === 0 };
    };
    return {
      state: async () => {
        const { completed, isOver } = await progress().catch(() => ({ completed: 0, isOver: false }));
        return { text: `${completed} erasures in`, isOver };
      },
      finish: async (running) => {
        asked.target = running.client;
        return untilThere('end of the erasures', async () =>
          (await progress()).isOver ? 'all erased' : null,
        );
      },
      verify: async (running) => [
        ...(await personFaults(place, running.client, people)),
        ...(await countFaults(place, running.client, leads - PEOPLE)),
      ],
      close: async () => {
        asked.isGivenUp = true;
      },
    };
  },
};

/** Asks for an erasure until it is taken. */
async function untilTaken(email: string, by: { target: Client; isGivenUp: boolean }): Promise<void> {
  while (!by.isGivenUp) {
    const reply = await by.target
      .send('/api/erasures', {
        ...{
          method: 'POST',
          body: JSON.stringify({ email }),
          signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
        },
        headers: { 'content-type': 'application/json' },
      })
      .catch(() => null);
    if (reply?.status === 201) return;
    await wait(RETRY_MS);
  }
}

/** Nothing is known about an erased person; the lists hold hashes. */
async function personFaults(
  place: TryEnvironment,
  client: Client,
  people: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const email of people) {
    const { status } = await client.get(`/api/persons?email=${encodeURIComponent(email)}`);
    faults.push(...expectEqual(`is the answer about ${email}`, status, NOT_FOUND));
  }
  const [row] = await place.ask<{ entries: number }>('SELECT count(*)::int AS entries FROM suppressions');
  return [...faults, ...expectEqual('suppressed people', row?.entries, people.length)];
}

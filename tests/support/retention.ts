import type { RetentionRule, RetentionRun } from '#contract/retention.ts';
import { workOffRuns } from '#server/features/retention/run-retention.ts';
import { createRuns } from '#server/features/retention/run-writes.ts';
import type { TestApp } from './app.ts';
import { call } from './calls.ts';
import type { Client } from './client.ts';
import { until } from './until.ts';

const DAY_MS = 86_400_000;

/** A rule that takes all leads a day after they were created, unless it says otherwise. */
export function ruleOf(rule: Partial<RetentionRule> = {}): RetentionRule {
  return {
    ...{ id: 'old', name: 'Old leads', where: [], after: { days: 1, of: 'created' } },
    ...{ action: 'trash', graceDays: 7 },
    ...rule,
  };
}

/** Saves rules; throws when they are refused. */
export async function giveRules(client: Client, ...rules: Partial<RetentionRule>[]): Promise<void> {
  const { status, body } = await call(client, 'PUT', '/api/retention', { rules: rules.map(ruleOf) });
  if (status !== 200) throw new Error(`The rules were refused with ${status}: ${JSON.stringify(body)}`);
}

/** Returns the runs, newest first. */
export async function runsOf(client: Client): Promise<RetentionRun[]> {
  return (await client.get<{ runs: RetentionRun[] }>('/api/retention/runs')).body.runs;
}

/** Runs the rules as if `days` had passed, and works until nothing is due. */
export async function passNight(app: TestApp, client: Client, days: number): Promise<RetentionRun[]> {
  await createRuns(app.context.db.owner, new Date(Date.now() + days * DAY_MS));
  return workOff(app, client);
}

/** Ends the grace period of all runs of all organizations, and works until nothing is due. */
export async function passGrace(app: TestApp, client: Client): Promise<RetentionRun[]> {
  await app.context.db.owner.query(
    "UPDATE retention_runs SET grace_ends_at = now() - interval '1 second' WHERE status = 'grace'",
  );
  return workOff(app, client, ['grace']);
}

const OPEN = ['waiting', 'running', 'ending'];

async function workOff(app: TestApp, client: Client, more: string[] = []): Promise<RetentionRun[]> {
  return until('all runs have been worked off', async () => {
    await workOffRuns(app.context, new AbortController().signal);
    const runs = await runsOf(client);
    return runs.some(({ status }) => [...OPEN, ...more].includes(status)) ? null : runs;
  });
}

import { expect, test } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { holdBatches } from '#tests/support/held-batches.ts';
import { csvFile } from '#tests/support/imports.ts';
import { setKillStage } from '#tests/support/kill-stage.ts';
import { endedQueue, queueFiles, queueOf } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';

// Files that were sent are imported although the servers are killed, each of them once.

const NAMES = ['one', 'two', 'three', 'four', 'five'];

const stage = setKillStage();
const { start } = stage;

const files = (): File[] =>
  NAMES.map((name) => csvFile([['Email'], [`${name}@mail.example`]], `${name}.csv`));

/** Waits until two imports run and the other files wait for them. */
function twoRun(client: Client): Promise<unknown> {
  return until('two imports run', async () => {
    const { files: queued } = await queueOf(client);
    return queued.filter(({ state }) => state === 'importing').length === 2;
  });
}

async function expectEachOnce(client: Client): Promise<void> {
  const ended = await endedQueue(client);
  expect(ended.map(({ filename, state }) => `${filename} ${state}`)).toEqual(
    NAMES.map((name) => `${name}.csv completed`),
  );
  const { rows } = await stage.owner.query<{ filename: string }>('SELECT filename FROM imports ORDER BY id');
  expect(rows.map(({ filename }) => filename)).toEqual(NAMES.map((name) => `${name}.csv`));
  const { rows: leads } = await stage.owner.query('SELECT FROM leads');
  expect(leads).toHaveLength(NAMES.length);
}

async function organizationId(): Promise<string> {
  const { rows } = await stage.owner.query<{ id: string }>('SELECT id FROM organizations');
  return rows[0]?.id ?? '';
}

test('a killed server that starts again goes on with the queue', async () => {
  const first = await start();
  const held = await holdBatches(stage.owner, await organizationId());
  await queueFiles(first.client, ...files());
  await twoRun(first.client);
  await first.server.end('SIGKILL');
  await held.release();
  await expectEachOnce((await start()).client);
});

test('another server goes on at once with the queue of a killed one', async () => {
  const [first, second] = [await start(), await start()];
  const held = await holdBatches(stage.owner, await organizationId());
  await queueFiles(first.client, ...files());
  await twoRun(first.client);
  await first.server.end('SIGKILL');
  await held.release();
  await expectEachOnce(second.client);
});

import { expect, test } from 'vitest';
import { makeLead } from '#tests/support/calls.ts';
import { beginErasure, endOfErasure } from '#tests/support/erasures.ts';
import { setKillStage } from '#tests/support/kill-stage.ts';
import { until } from '#tests/support/until.ts';

const stage = setKillStage();
const { start } = stage;

test('an erasure goes on after its server was killed in the middle', async () => {
  const { server, client } = await start();
  const lead = await makeLead(client, { email: 'jane@quill.example' });
  await client.post(`/api/leads/${lead.id}/notes`, { text: 'Likes tea' });
  // The row keeps the erasure from its leads.
  await stage.owner.query('BEGIN');
  await stage.owner.query('SELECT FROM leads WHERE id = $1 FOR UPDATE', [lead.id]);
  const id = await beginErasure(client, { email: 'jane@quill.example' });
  await until('the erasure runs', async () => {
    const { body } = await client.get<{ status: string }>(`/api/erasures/${id}`);
    return body.status === 'running';
  });
  await server.end('SIGKILL');
  await stage.owner.query('ROLLBACK');
  const next = await start();
  const ended = await endOfErasure(next.client, id);
  expect(ended.status).toBe('completed');
  expect(ended.found).toEqual(
    expect.arrayContaining([
      { place: 'leads', count: 1 },
      { place: 'notes', count: 1 },
    ]),
  );
  expect((await next.client.get(`/api/leads/${lead.id}`)).status).toBe(404);
});

import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type BulkAction, bulkAction } from '#contract/bulk.ts';
import { SAMPLE_LEADS } from '#contract/demo-data.ts';
import { API } from '#tests/support/api.ts';
import { call, endOfBulk, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { signUp } from '#tests/support/client.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { expectLeadsAsStored, shownLeads } from '#tests/support/shown-leads.ts';
import { changeStored, deleteOrganization } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import { importWrites, listWrites, programWrites, saleWrites } from './write-many-calls.ts';
import {
  app,
  changesLeads,
  idOf,
  leavesLeads,
  planField,
  prepareLeads,
  succeeds,
  tried,
  undoes,
  user,
  writes,
} from './written-leads.ts';

// After each way to write leads, everything that is read over HTTP is what plain SQL finds in the rows, and an undo puts
// back what was there. Runs on the oldest supported PostgreSQL, the one before the product's own, and its own.

prepareLeads();

describe('one lead', () => {
  writes('POST /api/leads', 'creates it', async () => {
    const { id } = await changesLeads(() => makeLead(user, { email: 'new@example.com', tags: ['new'] }));
    expect((await shownLeads(user)).leads[0]?.id).toBe(id);
  });

  writes('PATCH /api/leads/:id', 'changes every kind of field', async () => {
    const change = {
      ...{ firstName: 'Ava', email: 'ava@example.com', phone: '+4930901899', country: 'France' },
      ...{ brand: null, status: 'qualified', tags: ['new'], depositAmount: '1.00', depositDate: null },
      ...{ hlr: 'dead', customData: { Plan: 'Silver' } },
    };
    expect(await succeeds('PATCH', `/api/leads/${idOf(0)}`, change)).toMatchObject(change);
  });

  writes('DELETE /api/leads/:id', 'puts it into the bin', async () => {
    await succeeds('DELETE', `/api/leads/${idOf(0)}`);
    expect((await shownLeads(user)).trash).toHaveLength(2);
  });

  writes('POST /api/leads/:id/restore', 'takes it out of the bin', async () => {
    const [trashed] = (await shownLeads(user)).trash;
    await succeeds('POST', `/api/leads/${trashed?.id}/restore`);
    expect((await shownLeads(user)).trash).toEqual([]);
  });

  writes('POST /api/leads/:id/notes', 'adds a note', async () => {
    await succeeds('POST', `/api/leads/${idOf(0)}/notes`, { text: 'Called' });
    const { body } = await user.get<Record<string, unknown>[]>(`/api/leads/${idOf(0)}/notes`);
    expect(body).toMatchObject([{ text: 'Called' }]);
  });

  writes('POST /api/leads/:id/consents', 'records consent', async () => {
    await changesLeads(() =>
      succeeds('POST', `/api/leads/${idOf(0)}/consents`, { channel: 'sms', state: 'given' }),
    );
    const { body } = await user.get<Record<string, unknown>[]>(`/api/leads/${idOf(0)}/consents`);
    expect(body).toMatchObject([{ channel: 'sms', state: 'given' }]);
  });

  writes('POST /api/leads/:id/call-outcome', 'sets the next step', async () => {
    const nextStep = { dueOn: '2026-03-01', note: 'Größe fragen' };
    const call = { outcome: 'callBack', nextStep };
    expect(await succeeds('POST', `/api/leads/${idOf(0)}/call-outcome`, call)).toMatchObject({ nextStep });
  });

  writes('POST /api/leads/:id/return', 'takes a sale back', async () => {
    const sold = { type: 'markSold', customerNumber: 'C1' } as const;
    await runBulkCall(user, { ids: [idOf(0)] }, sold);
    await expectLeadsAsStored(app, user);
    const returned = await succeeds('POST', `/api/leads/${idOf(0)}/return`);
    expect(returned).toMatchObject({ isSold: false, customerNumber: null });
  });
});

describe('many leads', () => {
  const ACTIONS: BulkAction[] = [
    { type: 'status', status: 'contacted' },
    { type: 'setField', field: 'city', value: 'Łódź' },
    { type: 'setField', field: 'custom:Plan', value: 'Gold' },
    { type: 'addTags', tags: ['new', 'c'] },
    { type: 'removeTags', tags: ['VIP'] },
    { type: 'markSold', customerNumber: 'C1', price: '12.50', currency: 'EUR' },
    { type: 'delete' },
  ];
  for (const action of ACTIONS) {
    writes(
      ['POST /api/leads/bulk', `bulk ${action.type}`, 'POST /api/leads/bulk/:id/undo'],
      `of ${JSON.stringify(action)}`,
      () => undoes(async () => (await runBulkCall(user, { filter: {} }, action)).id),
    );
  }

  writes(['POST /api/leads/bulk', 'bulk assign'], '', () =>
    undoes(async () => {
      const assign: BulkAction = { type: 'assign', owners: [user.user.id] };
      return (await runBulkCall(user, { filter: {} }, assign)).id;
    }),
  );

  writes(['POST /api/leads/bulk', 'bulk note'], '', async () => {
    const { changed } = await runBulkCall(user, { ids: [idOf(0)] }, { type: 'note', text: 'Called' });
    const { body } = await user.get(`/api/leads/${idOf(0)}/notes`);
    expect([changed, body]).toMatchObject([1, [{ text: 'Called' }]]);
  });

  writes(['POST /api/leads/bulk', 'bulk returnSale'], '', async () => {
    await runBulkCall(user, { filter: {} }, { type: 'markSold', customerNumber: 'C1' });
    await undoes(
      async () => (await runBulkCall(user, { filter: {} }, { type: 'returnSale', reason: 'x' })).id,
    );
  });

  writes('POST /api/leads/deliveries', 'sells what its file has', () =>
    undoes(async () => {
      const sale = { selection: { filter: {} }, customerNumber: 'C1', price: '1', currency: 'USD' };
      const { id } = await succeeds<{ id: string }>('POST', '/api/leads/deliveries', sale);
      return (await endOfBulk(user, id)).id;
    }),
  );

  writes('POST /api/orders/:id/sell', 'sells through an order', () =>
    undoes(async () => {
      const order = { customerNumber: 'C1', name: 'Acme', price: '2', currency: 'EUR' };
      const { id } = await succeeds<{ id: string }>('POST', '/api/orders', order);
      return (await succeeds<{ id: string }>('POST', `/api/orders/${id}/sell`, { filter: {} })).id;
    }),
  );

  writes(
    ['POST /api/orders', 'PATCH /api/orders/:id', 'POST /api/orders/match', 'DELETE /api/orders/:id'],
    'keep what a customer buys',
    async () => {
      const order = { customerNumber: 'C1', name: 'Acme' };
      const { id } = await succeeds<{ id: string }>('POST', '/api/orders', order);
      await succeeds('PATCH', `/api/orders/${id}`, { where: [['brand', 'is', 'acme']] });
      const matched = await succeeds<unknown[]>('POST', '/api/orders/match', { leadIds: [idOf(0)] });
      expect(matched).toMatchObject([{ leadId: idOf(0), orders: [{ orderId: id, matches: true }] }]);
      await succeeds('DELETE', `/api/orders/${id}`);
      expect((await user.get('/api/orders')).body).toEqual([]);
    },
  );

  writes(['POST /api/leads/bulk', 'bulk restore'], '', () =>
    undoes(async () => (await runBulkCall(user, { filter: { bin: 'true' } }, { type: 'restore' })).id),
  );

  writes(['POST /api/leads/bulk', 'bulk purge'], '', () =>
    changesLeads(async () => {
      const { changed } = await runBulkCall(user, { filter: { bin: 'true' } }, { type: 'purge' });
      expect(changed).toBe(1);
    }),
  );

  writes('POST /api/leads/cleanup-no-email', 'empties the list of them', () =>
    undoes(
      async () =>
        (await succeeds<{ operationId: string }>('POST', '/api/leads/cleanup-no-email')).operationId,
    ),
  );

  writes(
    ['POST /api/duplicates/merge', 'POST /api/duplicates/merges/:id/undo'],
    'makes one lead of two, and two of one',
    async () => {
      const merge = { keepId: idOf(4), leadIds: [idOf(5)], take: ['email', 'city'] };
      const undone = await changesLeads(() =>
        succeeds<{ undoId: string }>('POST', '/api/duplicates/merge', merge),
      );
      await changesLeads(() => succeeds('POST', `/api/duplicates/merges/${undone.undoId}/undo`));
      await changesLeads(() => succeeds('POST', '/api/duplicates/merge', merge));
    },
  );

  writes('POST /api/duplicates/scan', 'finds what is there', async () => {
    await leavesLeads('POST', '/api/duplicates/scan');
  });

  writes(
    ['POST /api/duplicates/merge-all', 'POST /api/leads/bulk/:id/cancel'],
    'makes one lead of each certain group until it is canceled',
    async () => {
      const same = {
        firstName: 'Ida',
        lastName: 'Zoller',
        postcode: '90219',
        city: 'Ulm',
        address: '7 Elm Road',
      };
      for (const email of ['ida@one.example', 'ida@two.example']) await makeLead(user, { ...same, email });
      await user.get('/api/duplicates');
      await undoes(async () => {
        const started = await succeeds<{ id: string }>('POST', '/api/duplicates/merge-all', {
          band: 'certain',
        });
        expect(await endOfBulk(user, started.id)).toMatchObject({ changed: 1 });
        expect((await call(user, 'POST', `/api/leads/bulk/${started.id}/cancel`)).status).toBe(409);
        return started.id;
      });
    },
  );

  writes('POST /api/duplicates/dismiss', 'leaves the leads alone', async () => {
    const shown = async () => (await user.get<{ total: number }>('/api/duplicates')).body.total;
    expect(await shown()).toBe(1);
    await succeeds('POST', '/api/duplicates/dismiss', { a: idOf(4), b: idOf(5) });
    expect(await shown()).toBe(0);
  });

  writes('DELETE /api/custom-fields/:id', 'removes the values', async () => {
    await changesLeads(async () => {
      await succeeds('DELETE', `/api/custom-fields/${planField.id}`);
      await until('no lead has a value', async () =>
        (await shownLeads(user)).leads.every(({ customData }) => !('Plan' in customData)),
      );
    });
  });

  writes('DELETE /api/lead-statuses/:id', 'gives leads another status', async () => {
    await runBulkCall(user, { filter: {} }, { type: 'status', status: 'contacted' });
    const { body } = await user.get<{ id: string; name: string }[]>('/api/lead-statuses');
    const idOfStatus = (name: string) => body.find((one) => one.name === name)?.id ?? '';
    await changesLeads(async () => {
      const path = `/api/lead-statuses/${idOfStatus('contacted')}?replacement=${idOfStatus('converted')}`;
      const { operation } = await succeeds<{ operation: string }>('DELETE', path);
      await endOfBulk(user, operation);
    });
  });

  const SAMPLE = '/api/dashboard/sample-data';
  writes([`POST ${SAMPLE}`, `DELETE ${SAMPLE}`], 'adds leads and removes them', async () => {
    const before = await shownLeads(user);
    expect(await succeeds('POST', SAMPLE)).toEqual({ leads: SAMPLE_LEADS });
    const { organizationId } = user.user;
    expect(await wrongCounts(app, organizationId)).toEqual([]);
    expect(await wrongSearches(app, organizationId)).toEqual([]);
    expect(await succeeds('DELETE', SAMPLE)).toEqual({ leads: null });
    expect(await shownLeads(user)).toEqual(before);
  });

  writes(
    ['POST /api/column-sets', 'PATCH /api/column-sets/:id', 'DELETE /api/column-sets/:id'],
    'keep columns of exports',
    async () => {
      const set = { name: 'Acme', columns: ['email', 'phone'] };
      const { id } = await succeeds<{ id: string }>('POST', '/api/column-sets', set);
      await succeeds('PATCH', `/api/column-sets/${id}`, { columns: ['phone'] });
      expect((await user.get('/api/column-sets')).body).toEqual([{ id, name: 'Acme', columns: ['phone'] }]);
      await succeeds('DELETE', `/api/column-sets/${id}`);
      expect((await user.get('/api/column-sets')).body).toEqual([]);
    },
  );

  writes(['POST /api/views', 'PATCH /api/views/:id', 'DELETE /api/views/:id'], 'keep a filter', async () => {
    const filter = { brand: 'acme', isSold: 'false' };
    const { id } = await succeeds<{ id: string }>('POST', '/api/views', { name: 'Acme', filter });
    await succeeds('PATCH', `/api/views/${id}`, { name: 'Acme, unsold', shared: true });
    const { body } = await user.get('/api/views');
    expect(body).toMatchObject([{ name: 'Acme, unsold', filter, shared: true }]);
    await succeeds('DELETE', `/api/views/${id}`);
    expect((await user.get('/api/views')).body).toEqual([]);
  });
});

listWrites();
saleWrites();
importWrites();
programWrites();

describe('for good', () => {
  test('leads that were in the bin for 30 days are removed', async () => {
    const { owner } = app.context.db;
    await succeeds('DELETE', `/api/leads/${idOf(0)}`);
    await changeStored(owner, "deleted_at = now() - interval '31 days'", 'id = $1', [idOf(0)]);
    await owner.query(`SELECT graphile_worker.add_job('empty_bin')`);
    await until('it is gone', async () => (await user.get(`/api/leads/${idOf(0)}`)).status === 404);
    expect((await shownLeads(user)).trash).toHaveLength(1);
  });

  test('an organization is removed with all it has', async () => {
    const { owner } = app.context.db;
    const other = await signUp(app.url);
    const { organizationId } = other.user;
    const { id } = await makeLead(other, { email: 'ada@example.com', phone: '+4930901820', tags: ['vip'] });
    await call(other, 'PATCH', `/api/leads/${id}`, { status: 'qualified' });
    await deleteTrail(owner, organizationId);
    await deleteOrganization(owner, organizationId);
    const { rows: tables } = await owner.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'organization_id'`,
    );
    expect(tables.map(({ name }) => name)).toContain('leads');
    for (const { name } of tables) {
      const { rowCount } = await owner.query(`SELECT FROM ${name} WHERE organization_id = $1`, [
        organizationId,
      ]);
      expect([name, rowCount]).toEqual([name, 0]);
    }
  });
});

test('every call that writes leads has a test here', () => {
  const ABOUT_LEADS =
    /^\/api\/(v1\/leads|v1\/outcomes|leads|lead-statuses|duplicates|orders|outcomes|import|custom-fields|views|dashboard\/sample-data)/;
  // A queued file is imported as any other is; the tests of grids run on these versions too (vitest.config.ts).
  const WRITES_NO_LEADS =
    /preview$|\/similar$|\/verify$|\/check$|\/export$|\/imports\/(values|tool-rows)$|\/import-(drafts|grids|templates|queue)\b|^POST \/api\/(custom-fields|lead-statuses)$|^PATCH \/api\/(custom-fields|lead-statuses)/;
  const calls = API.filter(({ method, path }) => method !== 'GET' && ABOUT_LEADS.test(path))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !WRITES_NO_LEADS.test(name));
  const actions = bulkAction.options.map(({ shape }) => `bulk ${shape.type.value}`);
  expect(actions).toContain('bulk setField');
  expect([...calls, ...actions].filter((name) => !tried.has(name))).toEqual([]);
});

/** Deletes the audit trail of an organization, which goes with nothing else, once the server seals no entry of it any more. */
async function deleteTrail(owner: pg.Pool, organizationId: string): Promise<void> {
  const unsealed = 'SELECT FROM audit_logs WHERE organization_id = $1 AND sequence IS NULL';
  await until(
    'its trail is sealed',
    async () => (await owner.query(unsealed, [organizationId])).rowCount === 0,
  );
  for (const table of ['audit_logs', 'audit_chains']) {
    await owner.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
  }
}

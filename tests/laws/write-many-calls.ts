import { beforeEach, describe, expect } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { startTestApp } from '#tests/support/app.ts';
import { startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { runBulkCall } from '#tests/support/calls.ts';
import { eventsOf, signUp } from '#tests/support/client.ts';
import { holdImport } from '#tests/support/held-import.ts';
import { csvFile, importLeads, postImport } from '#tests/support/imports.ts';
import { makeOrder } from '#tests/support/orders.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';
import { expectLeadsAsStored, shownLeads } from '#tests/support/shown-leads.ts';
import { sendStatusUpdate } from '#tests/support/status-updates.ts';
import { undoneImport } from '#tests/support/undo.ts';
import { app, changesLeads, idOf, leavesLeads, succeeds, undoes, user, writes } from './written-leads.ts';

/** Tests of lists of numbers, addresses and ids. */
export function listWrites(): void {
  describe('status and phone updates', () => {
    const [german, british, american] = ['030 901820', '+44 20 7946 0959', '+15046218927'];

    /** Sends a file whose rows stand below the header. */
    const sendRows = async (path: string, rows: string[][], fields: Record<string, string> = {}) => {
      const { status, body } = await sendStatusUpdate<{ operationId: string }>(
        user,
        path,
        csvFile(rows),
        fields,
      );
      expect([path, status, body]).toEqual([path, 200, body]);
      return body.operationId;
    };

    writes('POST /api/leads/update-hlr', 'and its undo', async () => {
      for (const hlrType of ['phone', 'whatsapp']) {
        const body = { phoneNumbers: [german, british, american], hlrType, statusValue: 'Reachable' };
        await undoes(
          async () =>
            (await succeeds<{ operationId: string }>('POST', '/api/leads/update-hlr', body)).operationId,
        );
      }
    });

    writes('POST /api/leads/update-hlr-csv', 'and its undo', () =>
      undoes(() =>
        sendRows('/api/leads/update-hlr-csv', [['phone'], [german], [american]], {
          ...{ hlrType: 'phone', statusValue: 'dead' },
        }),
      ),
    );

    writes('POST /api/leads/mark-sold', 'and its undo', async () => {
      const emails = { identifiers: ['ada@example.com', 'nobody@example.com'], identifierType: 'email' };
      const phones = { identifiers: [german, american], identifierType: 'phone' };
      for (const identifiers of [emails, phones]) {
        const body = { ...identifiers, customerNumber: 'C7' };
        await undoes(
          async () =>
            (await succeeds<{ operationId: string }>('POST', '/api/leads/mark-sold', body)).operationId,
        );
      }
    });

    writes('POST /api/leads/mark-sold-csv', 'and its undo', () =>
      undoes(() =>
        sendRows('/api/leads/mark-sold-csv', [['email'], ['kim@corp.example']], {
          ...{ identifierType: 'email', customerNumber: 'C7' },
        }),
      ),
    );

    writes('POST /api/leads/update-phones-csv', 'and its undo', () =>
      undoes(() => {
        const rows = [
          ['lead_id', 'phone'],
          [idOf(0), '030 901898'],
          [idOf(2), '+49 30 901897'],
        ];
        return sendRows('/api/leads/update-phones-csv', rows);
      }),
    );

    writes('POST /api/leads/fix-phones', 'and its undo', () =>
      undoes(
        async () => (await succeeds<{ operationId: string }>('POST', '/api/leads/fix-phones')).operationId,
      ),
    );
  });
}

/** Tests of orders and of what buyers report. */
export function saleWrites(): void {
  describe('orders and outcomes', () => {
    const sellToC1 = () =>
      runBulkCall(user, { ids: [idOf(0), idOf(1)] }, { type: 'markSold', customerNumber: 'C1' });
    const soldLeads = async () => (await shownLeads(user)).leads.filter(({ isSold }) => isSold);

    writes('POST /api/orders/:id/test', 'sends a lead and sells none', async () => {
      const buyer = await startBuyer();
      try {
        const order = await makeOrder(user, webhookTo(buyer));
        const path = `/api/orders/${order.id}/test`;
        expect(await leavesLeads('POST', path, { leadId: idOf(0) })).toMatchObject({ read: 'accepted' });
        expect(buyer.requests).toHaveLength(1);
      } finally {
        await buyer.close();
      }
    });

    writes('POST /api/outcomes/import', 'takes sales back', async () => {
      await sellToC1();
      const rows = [
        ['Lead ID', 'Email', 'Outcome'],
        [idOf(0), '', 'returned'],
        ['', 'nobody@example.com', 'returned'],
        [idOf(1), '', 'converted'],
      ];
      const { body } = await changesLeads(() =>
        sendStatusUpdate(user, '/api/outcomes/import', csvFile(rows), { customerNumber: 'C1' }),
      );
      expect(body).toMatchObject({ matched: 2, notMatched: 1, refused: 0 });
      expect((await soldLeads()).map(({ id }) => id)).toEqual([idOf(1)]);
    });

    writes('POST /api/v1/outcomes', 'takes a sale back', async () => {
      await sellToC1();
      const program = programOf(app.url, await tokenFor(user, { scopes: 'outcomes', customerNumber: 'C1' }));
      const report = { leadId: idOf(1), outcome: 'returned' };
      const { status } = await changesLeads(() => program.call('POST', '/outcomes', report));
      expect([status, (await soldLeads()).map(({ id }) => id)]).toEqual([201, [idOf(0)]]);
    });
  });
}

/** Tests of imports. */
export function importWrites(): void {
  describe('imports', () => {
    const COLUMNS = ['email', 'phone', 'first', 'brand', 'status', 'tags', 'plan'];
    const fieldMapping = {
      ...{
        email: 'email',
        phone: 'phone',
        first: 'firstName',
        brand: 'brand',
        status: 'status',
        tags: 'tags',
      },
      plan: 'custom:Plan',
    };
    const ROWS = [
      ['ada@example.com', '', 'Ava', 'Bolt', 'qualified', 'new', 'Silver'],
      ['new@example.com', '+4930901877', 'Ada', 'Acme', '', 'vip,new', 'Gold'],
      ['kim@corp.example', '', '', 'Acme', 'contacted', '', ''],
      ['broken', '', '', '', '', '', ''],
      ['new@example.com', '', '', '', '', '', ''],
    ];
    const MODES = {
      create: { mode: 'create' },
      'update by email': { mode: 'update', matchField: 'email' },
      'create or update by email': { mode: 'createOrUpdate', matchField: 'email' },
    };
    const LISTED = ['id', 'phone', 'first', 'tags'];
    const listedRows = () => [
      [idOf(0), '030 901820', 'Ava', 'new'],
      [idOf(4), '+49 30 901821', 'Kim', ''],
      [idOf(1), '+1 504 621 8927', 'Grace', 'vip'],
      ['', '', 'Nobody', ''],
    ];

    for (const [name, importMode] of Object.entries(MODES)) {
      writes(['POST /api/import-stream', 'POST /api/imports/:id/undo'], `in the mode ${name}`, async () => {
        const before = await shownLeads(user);
        const { importId } = await changesLeads(() =>
          importLeads(user, csvFile([COLUMNS, ...ROWS]), { fieldMapping, importMode, manualTags: ['batch'] }),
        );
        await expectLeadsAsStored(app, user);
        expect(await undoneImport(user, importId)).toMatchObject({ status: 'completed', kept: 0 });
        expect((await shownLeads(user)).leads).toEqual(before.leads);
      });
    }

    for (const matchField of ['phone', 'id']) {
      writes('POST /api/import-stream', `updates by ${matchField}`, async () => {
        const before = await shownLeads(user);
        const { importId } = await changesLeads(() =>
          importLeads(user, csvFile([LISTED, ...listedRows()]), {
            fieldMapping: {
              [matchField === 'id' ? 'id' : 'phone']: matchField,
              first: 'firstName',
              tags: 'tags',
            },
            importMode: { mode: 'update', matchField },
          }),
        );
        await expectLeadsAsStored(app, user);
        expect(await undoneImport(user, importId)).toMatchObject({ status: 'completed', kept: 0 });
        expect((await shownLeads(user)).leads).toEqual(before.leads);
      });
    }

    writes('POST /api/imports/:id/cancel', 'keeps what was imported by then', async () => {
      const idle = await startTestApp({ jobs: false });
      try {
        const owner = await signUp(idle.url);
        const rows = Array.from({ length: 60 }, (_, n) => [`lead-${n}@example.com`]);
        const plan = { fieldMapping: { email: 'email' } };
        const stream = await postImport(owner, csvFile([['email'], ...rows]), plan);
        const held = await holdImport(idle, owner);
        const cancelled = await owner.post<ImportRecord>(`/api/imports/${held.record.id}/cancel`);
        await held.release();
        expect(cancelled.status).toBe(200);
        await eventsOf(stream);
        expect((await shownLeads(owner)).leads.length).toBeGreaterThan(0);
        await expectLeadsAsStored(idle, owner);
      } finally {
        await idle.close();
      }
    });
  });
}

/** Tests of the public API. */
export function programWrites(): void {
  describe('the public API', () => {
    let program: Program;

    beforeEach(async () => {
      program = programOf(app.url, await tokenFor(user));
    });

    writes('POST /api/v1/leads', 'creates a lead', async () => {
      const lead = { email: 'api@example.com', phone: '030 901866', country: 'Germany', tags: ['new'] };
      expect((await program.call('POST', '/leads', lead)).status).toBe(201);
    });

    writes('POST /api/v1/leads/batch', 'creates leads', async () => {
      const plain = Array.from({ length: 40 }, (_, n) => ({ email: `api-${n}@example.com`, brand: 'Acme' }));
      const batch = { leads: [...plain, { email: 'ADA@example.com' }, { email: 'broken' }] };
      const { body } = await program.call<{ results: { status: string }[] }>('POST', '/leads/batch', batch);
      expect(body.results.filter(({ status }) => status === 'created')).toHaveLength(plain.length);
    });

    writes('PATCH /api/v1/leads', 'changes a lead', async () => {
      const data = { city: 'Rome', status: 'qualified', tags: ['api'], customData: { Plan: 'Api' } };
      const identifier = { email: 'ada@example.com' };
      expect((await program.call('PATCH', '/leads', { identifier, data })).body).toMatchObject({
        updated: 1,
      });
    });

    writes('DELETE /api/v1/leads/:id', 'moves a lead to the bin', async () => {
      const { body } = await program.call<{ leads: { id: string }[] }>('GET', '/leads?search=ada');
      expect((await program.call('DELETE', `/leads/${body.leads[0]?.id}`)).status).toBe(200);
    });
  });
}

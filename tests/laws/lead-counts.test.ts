import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BulkAction, BulkOperation } from '#contract/bulk.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { beginBulkCall, call, endOfBulk } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { deleteStored } from '#tests/support/stored-leads.ts';
import { endOfUndo } from '#tests/support/undo.ts';

// Whatever is done to leads, in whatever order and by several at once, the counts are those of the rows, and what is
// searched is what the leads outside the trash hold.

const STEPS = 60;
const SEEDS = [1, 2, 3];

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

/** Makes a repeatable sequence of choices (mulberry32). */
function chooser(seed: number): { upTo(n: number): number; of<T>(items: readonly [T, ...T[]]): T } {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (n: number): number => Math.floor(next() * n);
  return { upTo, of: ([first, ...others]) => [first, ...others][upTo(others.length + 1)] ?? first };
}

class Walk {
  private readonly operations: string[] = [];
  private readonly imports: string[] = [];
  private readonly user: SignedIn;
  private readonly choose: ReturnType<typeof chooser>;

  constructor(user: SignedIn, seed: number) {
    this.user = user;
    this.choose = chooser(seed);
  }

  /** Does one thing; an error answer is as good an outcome as any other, a failure of the server is not. */
  async step(): Promise<void> {
    const steps = [
      () => this.create(),
      () => this.edit(),
      () => this.edit(),
      () => this.trash(),
      () => this.restore(),
      () => this.bulk(),
      () => this.bulk(),
      () => this.undo(),
      () => this.undoImport(),
      () => this.merge(),
      () => this.importSome(),
      () => this.import({ mode: 'update', matchField: 'email' }),
    ] as const;
    await this.choose.of(steps)();
  }

  private values(): Record<string, unknown> {
    const { of } = this.choose;
    const n = this.choose.upTo(40);
    const all: Record<string, unknown> = {
      firstName: of(['Ada', 'GRACE', null]),
      email: of([`lead${n}@gmail.com`, `lead.${n}@gmail.com`, null]),
      phone: of([`+4915112345${String(n).padStart(3, '0')}`, '0151 1234', null]),
      country: of(['Germany', 'fr', 'Atlantis', null]),
      brand: of(['Acme', 'Bolt', null]),
      source: of(['web', null]),
      status: of(['new', 'Qualified', 'contacted', 'odd']),
      hlr: of(['active', 'dead', null]),
      whatsapp: of(['yes', 'no', null]),
      depositDate: of(['2025-01-01', '2025-02-02', null]),
      depositAmount: of(['0.5', '7', '99.99', '123.45', '129', '-3', '98765.4', null]),
      tags: of([['a'], ['A', 'b'], []]),
    };
    const kept = Object.entries(all).filter(() => this.choose.upTo(2) === 0);
    return Object.fromEntries(kept);
  }

  private async someLead(inTrash = false): Promise<string> {
    const { body } = await this.user.get<{ leads: Lead[] }>(
      `/api/leads?limit=200${inTrash ? '&bin=true' : ''}`,
    );
    return body.leads[this.choose.upTo(body.leads.length)]?.id ?? '0198c0de-0000-7000-8000-000000000000';
  }

  private async send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    const answer = await call(this.user, method, path, body);
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
    return answer.body;
  }

  private async create(): Promise<void> {
    await this.send('POST', '/api/leads', this.values());
  }

  private async edit(): Promise<void> {
    await this.send('PATCH', `/api/leads/${await this.someLead()}`, this.values());
  }

  private async trash(): Promise<void> {
    await this.send('DELETE', `/api/leads/${await this.someLead()}`);
  }

  private async restore(): Promise<void> {
    await this.send('POST', `/api/leads/${await this.someLead(true)}/restore`);
  }

  private async bulk(): Promise<void> {
    const { of } = this.choose;
    const action = of<BulkAction>([
      { type: 'status', status: 'qualified' },
      { type: 'status', status: 'contacted' },
      { type: 'addTags', tags: ['b', 'c'] },
      { type: 'removeTags', tags: ['a'] },
      { type: 'markSold', customerNumber: of(['C1', 'C2']) },
      { type: 'delete' },
      { type: 'restore' },
    ]);
    const filter = of<Record<string, string>>([
      { brand: 'Acme' },
      { status: 'qualified' },
      { tags: 'a,c' },
      { phoneValid: 'invalid' },
    ]);
    const { id } = await beginBulkCall(this.user, { filter }, action);
    this.operations.push(id);
    // Now and then something else goes on while it runs.
    if (this.choose.upTo(2) === 0) await this.step();
    expect((await endOfBulk(this.user, id)).status).toBe('completed');
  }

  private async undo(): Promise<void> {
    const id = this.operations[this.choose.upTo(this.operations.length)];
    if (id === undefined) return;
    const undo = (await this.send('POST', `/api/leads/bulk/${id}/undo`)) as BulkOperation;
    if (undo.action === 'undo') await endOfBulk(this.user, undo.id);
  }

  private async undoImport(): Promise<void> {
    const id = this.imports[this.choose.upTo(this.imports.length)];
    if (id === undefined) return;
    await this.send('POST', `/api/imports/${id}/undo`);
    const undo = await endOfUndo(this.user, id);
    expect(undo).toMatchObject({ status: 'completed', total: undo.undone + undo.kept });
  }

  private async merge(): Promise<void> {
    const [keepId, mergeId] = [await this.someLead(), await this.someLead()];
    await this.send('POST', '/api/duplicates/merge', {
      keepId,
      leadIds: [mergeId],
      take: ['status', 'phone'],
    });
  }

  private async importSome(): Promise<void> {
    await this.import({ mode: 'create' });
  }

  private async import(importMode: { mode: string; matchField?: string }): Promise<void> {
    const rows = Array.from({ length: 10 }, () => {
      const n = this.choose.upTo(40);
      const { of } = this.choose;
      return [
        `lead${n}@gmail.com`,
        `+4915112345${n + 100}`,
        of(['Acme', '']),
        of(['qualified', '']),
        of(['a,c', '']),
      ];
    });
    const columns = ['email', 'phone', 'brand', 'status', 'tags'];
    const { importId } = await importLeads(this.user, csvFile([columns, ...rows]), {
      fieldMapping: Object.fromEntries(columns.map((column) => [column, column])),
      importMode,
    });
    this.imports.push(importId);
  }
}

test.each(SEEDS)('after every step of a random walk (%i)', async (seed) => {
  const user = await signUp(app.url);
  const walk = new Walk(user, seed);
  for (let step = 0; step < STEPS; step++) {
    await walk.step();
    expect(await wrongCounts(app, user.user.organizationId), `after step ${step}`).toEqual([]);
    expect(await wrongSearches(app, user.user.organizationId), `after step ${step}`).toEqual([]);
  }
});

test('after two random walks of the same organization at once', async () => {
  const user = await signUp(app.url);
  const walks = [11, 12].map((seed) => new Walk(user, seed));
  await Promise.all(
    walks.map(async (walk) => {
      for (let step = 0; step < STEPS; step++) await walk.step();
    }),
  );
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
});

test('of leads that are gone for good nothing is kept', async () => {
  const user = await signUp(app.url);
  const { organizationId } = user.user;
  const rows = Array.from({ length: 5 }, (_, n) => [`gone${n}@mail.test`]);
  await importLeads(user, csvFile([['email'], ...rows]), { fieldMapping: { email: 'email' } });
  const { body } = await user.get<{ leads: Lead[] }>('/api/leads');
  await call(user, 'PATCH', `/api/leads/${body.leads[0]?.id}`, { city: 'Elsewhere' });
  const kept = async (table: string): Promise<number> => {
    const { rows: found } = await app.context.db.owner.query(
      `SELECT FROM ${table} WHERE organization_id = $1`,
      [organizationId],
    );
    return found.length;
  };
  expect([await kept('lead_search'), await kept('lead_events')]).toEqual([5, 1]);
  await deleteStored(app.context.db.owner, 'organization_id = $1', [organizationId]);
  expect([await kept('lead_search'), await kept('lead_events')]).toEqual([0, 0]);
});

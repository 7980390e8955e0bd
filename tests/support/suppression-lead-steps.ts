import { expect } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import { call, endOfBulk } from './calls.ts';
import { eventsOf, formWith } from './client.ts';
import { checkGrid, editGrid } from './grids.ts';
import { csvFile, type PlanFields, postImport, uploadFile } from './imports.ts';
import { type ContactField, identityOf, LISTED_PEOPLE, spelled } from './listed-people.ts';
import { endedQueue, queueFiles } from './queue.ts';
import type { SuppressionRun } from './suppression-run.ts';
import { type HandedContact, hasReadablePhone, type StepOf, typedContact } from './suppression-steps.ts';
import { endOfUndo } from './undo.ts';

const HEADER = ['email', 'phone', 'country'] as const;
const PLAN: PlanFields = { fieldMapping: { email: 'email', phone: 'phone', country: 'country' } };

/** Whether a lead with this contact would be refused, or would repeat another one. */
async function expectedOf(
  run: SuppressionRun,
  contact: HandedContact,
): Promise<'suppressed' | 'conflict' | 'made'> {
  const identities = readIdentities(contact);
  if (identities.some((one) => run.lists.isListed(one))) return 'suppressed';
  const held = (await run.leads()).filter(({ gone }) => !gone).flatMap((lead) => lead.identities);
  return identities.some((one) => held.includes(one)) ? 'conflict' : 'made';
}

/** Creates a lead by the form or the public API, which must refuse it if it is listed or taken. */
export async function createOne(run: SuppressionRun, { by, contact }: StepOf<'create'>): Promise<void> {
  const wanted = await expectedOf(run, contact);
  const input = typedContact(contact);
  const { status, body } =
    by === 'form'
      ? await run.user.post<{ error?: string }>('/api/leads', input)
      : await run.program.call<{ error?: string }>('POST', '/leads', input);
  if (status === 201) run.handOver(contact);
  const refused = body.error === 'suppressed' ? 'suppressed' : 'conflict';
  const got = status === 201 ? 'made' : status === 409 ? refused : status;
  expect([input, got]).toEqual([input, wanted]);
}

/** Creates leads by a batch of the public API, which must report those on a list. */
export async function createByBatch(run: SuppressionRun, { contacts }: StepOf<'batch'>): Promise<void> {
  const { status, body } = await run.program.call<{ results: { status: string }[] }>('POST', '/leads/batch', {
    leads: contacts.map(typedContact),
  });
  expect(status).toBe(200);
  for (const [at, contact] of contacts.entries()) {
    const listed = readIdentities(contact).some((one) => run.lists.isListed(one));
    expect([contact, body.results[at]?.status === 'suppressed']).toEqual([contact, listed]);
    if (body.results[at]?.status === 'created') run.handOver(contact);
  }
}

/** Imports rows by the wizard, the Multi-File Import, or as edits in Fix Rows. */
export async function importContacts(
  run: SuppressionRun,
  { by, mode, match, contacts }: StepOf<'import'>,
): Promise<void> {
  run.handOver(...contacts);
  const rows = contacts.map((contact) => rowOf(typedContact(contact)));
  const plan = { ...PLAN, importMode: { mode, ...(mode !== 'create' && { matchField: match }) } };
  if (by === 'queue') {
    await queueFiles(run.user, csvFile([HEADER, ...rows], `${run.fresh++}.csv`));
    await endedQueue(run.user);
  } else if (by === 'wizard') {
    await finishImport(run, csvFile([HEADER, ...rows]), plan);
  } else {
    const before = rows.map(() => freshRow(run));
    const { uploadId } = await uploadFile(run.user, csvFile([HEADER, ...before]));
    await checkGrid(run.user, uploadId, plan);
    await editGrid(run.user, uploadId, ...rows.flatMap((row, at) => cellsOf(at + 2, row)));
    await finishImport(run, uploadId, plan);
  }
}

async function finishImport(
  run: SuppressionRun,
  from: Parameters<typeof postImport>[1],
  plan: PlanFields,
): Promise<void> {
  const response = await postImport(run.user, from, plan);
  const events = response.status === 200 ? await eventsOf(response) : [];
  const last = events.at(-1);
  if (last?.type === 'complete') run.done.import.push(last.importId);
  else
    expect([response.status, last ?? (await response.text())]).toEqual([
      expect.toBeOneOf([400, 409]),
      expect.anything(),
    ]);
}

/** Edits a row that became a lead, and updates the lead. */
export async function fixStored(run: SuppressionRun, { contact }: StepOf<'fixStored'>): Promise<void> {
  run.handOver(contact);
  const { uploadId } = await uploadFile(run.user, csvFile([HEADER, freshRow(run)]));
  await checkGrid(run.user, uploadId, PLAN);
  await finishImport(run, uploadId, PLAN);
  await editGrid(run.user, uploadId, ...cellsOf(2, rowOf(typedContact(contact))));
  await finishImport(run, uploadId, { ...PLAN, rows: 'stored' });
}

/** Edits a lead by a cell, the public API or a file of phones. */
export async function editOne(
  run: SuppressionRun,
  { by, lead: nth, contact }: StepOf<'edit'>,
): Promise<void> {
  const lead = await run.leadAt(nth);
  if (lead === undefined) return;
  const input = typedContact(contact);
  if (by === 'file') {
    run.handOver(contact);
    const file = csvFile([
      ['Lead ID', 'Phone', 'Country'],
      [lead.id, input.phone ?? '', input.country ?? ''],
    ]);
    const init = { method: 'POST', body: formWith([['file', file]]) };
    const response = await run.user.send('/api/leads/update-phones-csv', init);
    return run.keepOperation({ body: await response.json() });
  }
  const identifier = lead.email === null ? { phone: lead.phone } : { email: lead.email };
  const { status } =
    by === 'form'
      ? await call(run.user, 'PATCH', `/api/leads/${lead.id}`, input)
      : await run.program.call('PATCH', '/leads', { identifier, data: input });
  if (status === 200) run.handOver(contact);
}

/** Restores a lead, which must be refused for one on a list. */
export async function restoreOne(
  run: SuppressionRun,
  { lead: nth }: StepOf<'delete' | 'restore' | 'return'>,
): Promise<void> {
  const lead = await run.leadAt(nth, ({ gone }) => gone);
  if (lead === undefined) return;
  const { status } = await call(run.user, 'POST', `/api/leads/${lead.id}/restore`);
  if (run.isListedFor(lead, null)) expect([lead, status]).toEqual([lead, 409]);
}

/** Undoes an operation, an import or a merge. */
export async function undoOne(run: SuppressionRun, { of, nth }: StepOf<'undo'>): Promise<void> {
  const kept = run.done[of];
  const [id] = kept.splice(-1 - (nth % Math.max(kept.length, 1)), 1);
  if (id === undefined) return;
  if (of === 'merge') await call(run.user, 'POST', `/api/duplicates/merges/${id}/undo`);
  else if (of === 'import') {
    const { status } = await run.user.post(`/api/imports/${id}/undo`);
    if (status === 200) await endOfUndo(run.user, id);
  } else {
    const { status, body } = await run.user.post<BulkOperation>(`/api/leads/bulk/${id}/undo`);
    if (status === 201) await endOfBulk(run.user, body.id);
  }
}

/** Merges two leads. */
export async function mergeTwo(run: SuppressionRun, { lead, other, takes }: StepOf<'merge'>): Promise<void> {
  const [keep, gone] = [await run.leadAt(lead), await run.leadAt(other)];
  if (keep === undefined || gone === undefined) return;
  const { status, body } = await run.user.post<{ undoId: string }>('/api/duplicates/merge', {
    ...{ keepId: keep.id, leadIds: [gone.id], take: takes ? ['email', 'phone'] : [] },
  });
  if (status === 200) run.done.merge.push(body.undoId);
}

/** Sells leads; those on a list must be refused and counted. */
export async function sellLeads(
  run: SuppressionRun,
  { by, lead: nth, customer }: StepOf<'sell'>,
): Promise<void> {
  const lead = await run.leadAt(nth);
  if (lead === undefined) return;
  if (by === 'list') return sellByList(run, nth, customer);
  const selection = by === 'all' ? { filter: {} } : { ids: [lead.id] };
  const sold = by === 'all' ? (await run.leads()).filter(({ gone }) => !gone) : [lead];
  const refused = sold.filter((one) => !one.sold && run.isListedFor(one, customer));
  if (by === 'delivery') return deliverLeads(run, selection, customer, refused.length);
  const { suppressed } = await run.operate(selection, { type: 'markSold', customerNumber: customer });
  expect(suppressed).toBe(refused.length);
}

async function sellByList(run: SuppressionRun, person: number, customerNumber: string): Promise<void> {
  const type: ContactField = person % 2 === 0 ? 'email' : 'phone';
  const people = [person % LISTED_PEOPLE.length, (person + 2) % LISTED_PEOPLE.length];
  for (const one of people) run.erased.delete(identityOf(one, type));
  const identifiers = people.map((one) => spelled(one, type, person % 3));
  const sale = { identifiers, identifierType: type, customerNumber };
  run.keepOperation(await run.user.post('/api/leads/mark-sold', sale));
}

/** Sells with a file, which must leave out people on a list. */
async function deliverLeads(
  run: SuppressionRun,
  selection: unknown,
  customerNumber: string,
  refused: number,
): Promise<void> {
  const sale = { selection, customerNumber, price: '1', currency: 'USD' };
  const { body } = await run.user.post<BulkOperation>('/api/leads/deliveries', sale);
  const { suppressed } = await endOfBulk(run.user, body.id);
  expect(suppressed).toBe(refused);
  run.done.operation.push(body.id);
  const response = await run.user.send(`/api/leads/deliveries/${body.id}`, {});
  const text = await response.text();
  expect(run.listedIn(text, customerNumber)).toEqual([]);
}

function freshRow(run: SuppressionRun): string[] {
  return [`fresh-${run.fresh++}@elsewhere.example`, '', ''];
}

function readIdentities(contact: HandedContact): string[] {
  const { email, phone } = contact;
  return [
    ...(email === null ? [] : [identityOf(email, 'email')]),
    ...(phone === null || !hasReadablePhone(contact) ? [] : [identityOf(phone, 'phone')]),
  ];
}

function rowOf(typed: ReturnType<typeof typedContact>): string[] {
  return HEADER.map((column) => typed[column] ?? '');
}

function cellsOf(row: number, cells: readonly string[]): [number, string, string][] {
  return cells.map((cell, at) => [row, HEADER[at] ?? '', cell]);
}

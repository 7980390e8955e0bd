import { call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn } from '#tests/support/client.ts';
import { checkUpload, csvFile, importLeads, uploadFile } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { DEMO_MAPPING, demoRows } from './demo-leads.ts';

/** Ids of the demo data that paths of screens name. */
export interface Demo {
  /** A lead with notes and a sale. */
  leadId: string;
  /** An upload that is checked and has rows to fix. */
  uploadId: string;
}

/** Files of the demo, oldest first: days since their import and number of rows. */
const FILES: readonly { name: string; daysAgo: number; rows: number }[] = [
  { name: 'partner-december.csv', daysAgo: 47, rows: 60 },
  { name: 'google-ads-week-04.csv', daysAgo: 36, rows: 44 },
  { name: 'facebook-leads-january.csv', daysAgo: 26, rows: 64 },
  { name: 'google-ads-week-06.csv', daysAgo: 21, rows: 40 },
  { name: 'partner-export.csv', daysAgo: 15, rows: 72 },
  { name: 'webinar-signups.csv', daysAgo: 9, rows: 36 },
  { name: 'newsletter-march.csv', daysAgo: 4, rows: 88 },
  { name: 'facebook-leads-march.csv', daysAgo: 1, rows: 56 },
];

/** Sales of the demo: the newest leads of a country that are left. */
const SALES = [
  { customerNumber: 'C-1001', country: 'Germany', count: 16, price: '14.50', currency: 'EUR', daysAgo: 2 },
  {
    customerNumber: 'C-1042',
    country: 'United Kingdom',
    count: 11,
    price: '12.00',
    currency: 'EUR',
    daysAgo: 6,
  },
  { customerNumber: 'C-1107', country: 'France', count: 8, price: '11.25', currency: 'EUR', daysAgo: 12 },
  { customerNumber: 'C-1042', country: 'Brazil', count: 6, price: '7.90', currency: 'EUR', daysAgo: 19 },
  { customerNumber: 'C-1001', country: 'Spain', count: 9, price: '13.00', currency: 'EUR', daysAgo: 34 },
  { customerNumber: 'C-1107', country: 'Italy', count: 7, price: '11.25', currency: 'EUR', daysAgo: 41 },
];

/** Sets the time of what the demo data made. Null leaves all of it at the present. */
export type Age = ((sql: string, values: unknown[]) => Promise<unknown>) | null;

/**
 * Fills an administrator's organization with demo data through the routes of the product. `age` runs SQL as the owner of
 * the database, to date imports and sales back; the routes can't.
 */
export async function fillDemo(
  url: string,
  owner: SignedIn,
  age: Age = null,
  now = Date.now(),
): Promise<Demo> {
  const before = (days: number) => new Date(now - days * 86_400_000);
  await addFields(owner);
  let from = 1;
  for (const { name, daysAgo, rows } of FILES) {
    const { importId } = await importLeads(owner, csvFile(demoRows(from, rows), name), {
      fieldMapping: { ...DEMO_MAPPING },
    });
    // The last rows of a file are in the next one too: duplicates.
    from += rows - 4;
    await age?.(
      "UPDATE imports SET created_at = $2::timestamptz, finished_at = $2::timestamptz + interval '3 s', duration = '3s' WHERE id = $1",
      [importId, before(daysAgo)],
    );
  }
  await sell(owner, age, before);
  const leadId = await addRecord(owner);
  await addInvalidPhones(owner);
  await deleteSome(owner);
  await addPeople(url, owner);
  await addProgram(owner, now);
  await addViews(owner);
  await addOpposed(owner);
  await addOrders(owner);
  const uploadId = await addTroubledUpload(owner);
  await queueFiles(owner);
  return { leadId, uploadId };
}

async function addFields(owner: SignedIn): Promise<void> {
  const types = { 'Preferred Contact': 'text', 'Household Size': 'number', 'Contract Ends': 'date' };
  for (const [name, type] of Object.entries(types)) {
    await made(owner.post('/api/custom-fields', { name, type, required: false }));
  }
}

async function sell(owner: SignedIn, age: Age, before: (days: number) => Date): Promise<void> {
  for (const { country, count, daysAgo, ...terms } of SALES) {
    const { body } = await owner.get<{ leads: { id: string }[] }>(
      `/api/leads?limit=${count}&country=${country}&isSold=false&phoneValid=valid`,
    );
    const ids = body.leads.map(({ id }) => id);
    await runBulkCall(owner, { ids }, { type: 'markSold', ...terms });
    await age?.('UPDATE lead_sales SET sold_at = $2 WHERE lead_id = ANY ($1)', [ids, before(daysAgo)]);
    await runBulkCall(owner, { ids: ids.slice(0, 1) }, { type: 'returnSale', reason: 'Invalid number' });
  }
  for (const [number, name] of [
    ['C-1001', 'Nordstrom Solar GmbH'],
    ['C-1042', 'Bright Homes Ltd'],
    ['C-1107', 'Énergie Directe'],
  ]) {
    const set = { name, price: '12.00', currency: 'EUR', returnDays: 14 };
    await made(call(owner, 'PATCH', `/api/customers/detail?customer=${number}`, set));
  }
}

/** Adds the lead whose record is shown, and one that is likely the same person. */
async function addRecord(owner: SignedIn): Promise<string> {
  const anna = {
    firstName: 'Charlotte',
    lastName: 'Bergmann',
    email: 'charlotte.bergmann@mail.example',
    phone: '+49 1512 3499001',
    country: 'Germany',
    city: 'Hamburg',
    postcode: '20095',
    brand: 'Nordlicht',
    source: 'webinar',
    status: 'qualified',
    tags: ['vip', 'callback'],
    depositAmount: '1250.00',
    currency: 'EUR',
    depositDate: '2026-02-27',
  };
  const { id } = await makeLead(owner, anna);
  await makeLead(owner, { ...anna, email: 'c.bergmann@mail.example', phone: '+49 1512 3499002', tags: [] });
  for (const text of ['Asked for an offer with storage.', 'Prefers calls after 5 pm.']) {
    await made(owner.post(`/api/leads/${id}/notes`, { text }));
  }
  await runBulkCall(
    owner,
    { ids: [id] },
    { type: 'markSold', customerNumber: 'C-1001', price: '14.50', currency: 'EUR' },
  );
  return id;
}

/** Adds leads whose numbers can be fixed, can't be, and have no country. */
async function addInvalidPhones(owner: SignedIn): Promise<void> {
  for (const [firstName, phone, country] of [
    ['Edith', '020!7946!0101', 'United Kingdom'],
    ['Arthur', '020!7946!0102', 'United Kingdom'],
    ['Mabel', '030!901820!11', 'Germany'],
    ['Nora', '020 7946 0103', null],
  ]) {
    const email = `${firstName?.toLowerCase()}@mail.example`;
    await makeLead(owner, { firstName, lastName: 'Hayward', phone, country, email });
  }
}

async function deleteSome(owner: SignedIn): Promise<void> {
  const { body } = await owner.get<{ leads: { id: string }[] }>('/api/leads?limit=3&country=Italy');
  for (const { id } of body.leads) await made(owner.send(`/api/leads/${id}`, { method: 'DELETE' }));
}

async function addPeople(url: string, owner: SignedIn): Promise<void> {
  for (const [username, isAdmin] of [
    ['sofia', true],
    ['martin', false],
    ['priya', false],
  ] as const) {
    await made(owner.post('/api/users', { username, isAdmin, password: PASSWORD }));
  }
  for (const password of [PASSWORD, 'not the password']) {
    await clientOf(url).post('/api/login', { username: 'sofia', password });
  }
  if (owner.user.organization.name === 'Default Organization') {
    for (const name of ['Harbor Leads', 'Atlas Partners']) {
      await made(owner.post('/api/organizations', { name }));
    }
  }
}

async function addProgram(owner: SignedIn, now: number): Promise<void> {
  const expiresAt = new Date(now + 90 * 86_400_000).toISOString();
  for (const token of [
    { name: 'Landing pages', scopes: 'write' },
    { name: 'CRM sync', scopes: 'read,write', expiresAt },
  ]) {
    await made(owner.post('/api/tokens', token));
  }
}

async function addViews(owner: SignedIn): Promise<void> {
  for (const view of [
    { name: 'Qualified in Germany', filter: { country: 'Germany', status: 'qualified' }, shared: true },
    { name: 'Ready to sell', filter: { isSold: 'false', phoneValid: 'valid' } },
  ]) {
    await made(owner.post('/api/views', view));
  }
}

/** Adds orders: one that is nearly full, one that is full, one that is paused. */
async function addOrders(owner: SignedIn): Promise<void> {
  const { body } = await owner.get<{ leads: { id: string }[] }>(
    '/api/leads?limit=9&country=Germany&isSold=false',
  );
  const leadIds = body.leads.map(({ id }) => id);
  const terms = { price: '14.50', currency: 'EUR', timeZone: 'Europe/Berlin' };
  for (const [order, sold] of [
    [
      {
        ...{ ...terms, customerNumber: 'C-1001', name: 'Solar Germany', autoSell: true, duplicateDays: 90 },
        ...{ where: [['country', 'is', 'Germany']], caps: [{ period: 'day', leads: 10 }] },
        hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
      },
      leadIds.slice(0, 8),
    ],
    [
      {
        ...{ ...terms, customerNumber: 'C-1042', name: 'Storage trial', priority: 2 },
        caps: [
          { period: 'week', amount: '500' },
          { period: 'total', leads: 1 },
        ],
      },
      leadIds.slice(8),
    ],
    [{ ...terms, customerNumber: 'C-1107', name: 'Île-de-France', priority: 3, active: false }, []],
  ] as const) {
    const { body: made } = await owner.post<{ id: string }>('/api/orders', order);
    if (sold.length > 0) await owner.post(`/api/orders/${made.id}/sell`, { leadIds: sold });
  }
}

/** Adds people who don't want to be contacted, two of them among the leads, and a list of a customer. */
async function addOpposed(owner: SignedIn): Promise<void> {
  const { body } = await owner.get<{ leads: { email: string }[] }>('/api/leads?limit=2&country=France');
  await made(
    owner.post('/api/suppressions', {
      entries: body.leads.map(({ email }) => email),
      reason: 'Asked by phone',
    }),
  );
  await made(
    owner.post('/api/suppressions', {
      entries: ['@competitor.example', '+49 1512 3490000', '+44 20 7946*'],
      reason: 'Objection by mail',
    }),
  );
  const { body: list } = await owner.post<{ id: string }>('/api/suppression-lists', {
    name: 'Customers of Bright Homes',
    customerNumber: 'C-1042',
  });
  await made(owner.post('/api/suppressions', { listId: list.id, entries: ['buyer@brighthomes.example'] }));
}

/** Uploads and checks a file whose rows need attention, without importing it. */
async function addTroubledUpload(owner: SignedIn): Promise<string> {
  const [head = [], ...rows] = demoRows(900, 24);
  const troubled = rows.map((row, n) =>
    row.map((cell, at) => {
      const column = head[at];
      if (n % 7 === 3 && column === 'E-mail') return cell.replace('.example', '');
      if (n % 5 === 2 && column === 'Deposit Date') return 'soon';
      return cell;
    }),
  );
  const { uploadId } = await uploadFile(owner, csvFile([head, ...troubled], 'trade-fair.csv'));
  const plan = { fieldMapping: { ...DEMO_MAPPING } };
  await made(owner.post('/api/import-drafts', { uploadId, plan, step: 'map' }));
  await checkUpload(owner, uploadId, { ...plan, grid: true });
  return uploadId;
}

/** Queues files of the Multi-File Import; they wait for their mapping. */
async function queueFiles(owner: SignedIn): Promise<void> {
  await made(call(owner, 'PATCH', '/api/import-queue', { mapping: 'one' }));
  for (const [n, filename] of ['april-week-1.csv', 'april-week-2.csv'].entries()) {
    const file = csvFile(demoRows(1000 + n * 40, 30), filename);
    const { body } = await owner.post<{ id: string }[]>('/api/import-queue', {
      files: [{ filename, folder: '', size: file.size }],
    });
    const id = body[0]?.id;
    const { uploadId } = await uploadFile(owner, file);
    await made(owner.post(`/api/import-queue/${id}/upload`, { uploadId }));
  }
  await until('the queue has counted its files', async () => {
    const { body } = await owner.get<{ files: { counting: boolean }[] }>('/api/import-queue');
    return body.files.every(({ counting }) => !counting);
  });
}

/** Returns the body of a reply. Throws when the call was refused. */
async function made<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 400) throw new Error(`A call was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

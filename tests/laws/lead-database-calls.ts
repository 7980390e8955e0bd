import { expect } from 'vitest';
import type { SignedIn } from '#tests/support/client.ts';

/** Records of the owner's organization; the stranger's has none. */
export interface Owned {
  leadId: string;
  viewId: string;
  columnSetId: string;
  fieldId: string;
  statusId: string;
  operationId: string;
  erasureId: string;
  orderId: string;
}

/** The owner's records and the stranger, available when the tests run. */
export interface Sides {
  stranger: () => SignedIn;
  owned: () => Owned;
}

interface LeadDatabaseSides extends Sides {
  /** Registers another organization, for a call that fills it. */
  newcomer: () => Promise<SignedIn>;
}

/** Returns the stranger's calls to the lead database with the owner's ids; each asserts its outcome. */
export function leadDatabaseCalls({
  stranger,
  newcomer,
  owned,
}: LeadDatabaseSides): Record<string, () => Promise<void>> {
  const json = (body: unknown) => ({
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

  const refused = async (method: string, path: string, body?: unknown): Promise<void> => {
    const response = await stranger().send(path, { method, ...(body !== undefined && json(body)) });
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).not.toContain('secret');
  };

  const empty = async (path: string, init = {}, status = 200): Promise<void> => {
    const response = await stranger().send(path, init);
    expect([path, response.status]).toEqual([path, status]);
    const text = await response.text();
    expect(text).not.toContain('secret');
    for (const id of Object.values(owned())) expect(text).not.toContain(id);
  };

  const counted = async (path: string): Promise<void> => {
    const { body } = await stranger().get(path);
    const numbers = JSON.stringify(body).match(/:\s*[1-9]/g);
    expect([path, numbers]).toEqual([path, null]);
  };

  const selection = () => ({ selection: { ids: [owned().leadId] } });

  return {
    'GET /api/leads/count': () => counted('/api/leads/count'),
    'GET /api/leads/bin': () => counted('/api/leads/bin'),
    'GET /api/leads/countries': () => empty('/api/leads/countries'),
    'GET /api/leads/filter-values': () => empty('/api/leads/filter-values'),
    'GET /api/leads/first': async () => {
      const { body } = await stranger().get('/api/leads/first?first=10');
      expect(body).toEqual({ ids: [] });
    },
    'GET /api/leads/field-values': () => empty('/api/leads/field-values?field=email'),
    'GET /api/leads/:id': () => refused('GET', `/api/leads/${owned().leadId}`),
    'POST /api/leads': async () => {
      // The owner has this email; to the stranger it must look free.
      const { status, body } = await stranger().post<{ id: string }>('/api/leads', {
        email: 'secret@example.com',
      });
      expect(status).toBe(201);
      const binned = await stranger().send(`/api/leads/${body.id}`, { method: 'DELETE' });
      expect(binned.status).toBe(200);
    },
    'PATCH /api/leads/:id': () => refused('PATCH', `/api/leads/${owned().leadId}`, { city: 'Rome' }),
    'DELETE /api/leads/:id': () => refused('DELETE', `/api/leads/${owned().leadId}`),
    'POST /api/leads/:id/restore': () => refused('POST', `/api/leads/${owned().leadId}/restore`),
    'GET /api/leads/:id/notes': () => refused('GET', `/api/leads/${owned().leadId}/notes`),
    'POST /api/leads/:id/notes': () => refused('POST', `/api/leads/${owned().leadId}/notes`, { text: 'x' }),
    'GET /api/leads/:id/consents': () => refused('GET', `/api/leads/${owned().leadId}/consents`),
    'POST /api/leads/:id/consents': () =>
      refused('POST', `/api/leads/${owned().leadId}/consents`, { channel: 'any', state: 'given' }),
    'POST /api/leads/:id/consents/:consentId/verify': () =>
      refused('POST', `/api/leads/${owned().leadId}/consents/${owned().leadId}/verify`),
    'GET /api/consent-rules/trusted-form': async () => {
      const { body } = await stranger().get('/api/consent-rules/trusted-form');
      expect(body).toEqual({ enabled: false, hasKey: false });
    },
    'PUT /api/consent-rules/trusted-form': async () => {
      const body = { enabled: false, key: null };
      const path = '/api/consent-rules/trusted-form';
      expect((await stranger().send(path, { method: 'PUT', ...json(body) })).status).toBe(200);
    },
    'GET /api/duplicate-rules': async () => {
      expect((await stranger().get('/api/duplicate-rules')).body).toEqual({ mergeCertain: false });
    },
    'PUT /api/duplicate-rules': async () => {
      const body = json({ mergeCertain: false });
      expect((await stranger().send('/api/duplicate-rules', { method: 'PUT', ...body })).status).toBe(200);
    },
    'GET /api/consent-rules': async () => {
      expect((await stranger().get('/api/consent-rules')).body).toEqual({ required: [] });
    },
    'PUT /api/consent-rules': async () => {
      const body = { required: ['post'] };
      const response = await stranger().send('/api/consent-rules', { method: 'PUT', ...json(body) });
      expect(response.status).toBe(200);
      await stranger().send('/api/consent-rules', { method: 'PUT', ...json({ required: [] }) });
    },
    'GET /api/leads/owners': () => empty('/api/leads/owners'),
    'POST /api/leads/:id/call-outcome': () =>
      refused('POST', `/api/leads/${owned().leadId}/call-outcome`, { outcome: 'reached' }),
    'POST /api/leads/bulk/preview': async () => {
      const { body } = await stranger().post('/api/leads/bulk/preview', selection());
      expect(body).toEqual({ total: 0 });
    },
    'POST /api/leads/bulk': async () => {
      const action = { type: 'delete' };
      const { body } = await stranger().post<{ total: number }>('/api/leads/bulk', {
        ...selection(),
        action,
      });
      expect(body.total).toBe(0);
    },
    'GET /api/leads/bulk/:id': () => refused('GET', `/api/leads/bulk/${owned().operationId}`),
    'POST /api/leads/bulk/:id/cancel': () => refused('POST', `/api/leads/bulk/${owned().operationId}/cancel`),
    'POST /api/leads/bulk/:id/undo': () => refused('POST', `/api/leads/bulk/${owned().operationId}/undo`),
    'POST /api/leads/cleanup-no-email': async () => {
      const { body } = await stranger().post<{ deletedCount: number }>('/api/leads/cleanup-no-email');
      expect(body.deletedCount).toBe(0);
    },
    'GET /api/leads/invalid-phone-stats': () => counted('/api/leads/invalid-phone-stats'),
    'GET /api/leads/invalid-phone-countries': () => counted('/api/leads/invalid-phone-countries'),
    'GET /api/leads/fix-phones/preview': () => counted('/api/leads/fix-phones/preview'),
    'GET /api/leads/fix-phones/country': () => counted('/api/leads/fix-phones/country?country=DE'),
    'POST /api/leads/fix-phones': async () => {
      const { body } = await stranger().post('/api/leads/fix-phones');
      expect(body).toMatchObject({ fixed: 0, conflicts: 0, operationId: null });
    },
    'POST /api/leads/:id/return': () => refused('POST', `/api/leads/${owned().leadId}/return`),
    'GET /api/orders': () => empty('/api/orders'),
    'POST /api/orders': async () => {
      const order = { customerNumber: 'secret', name: 'mine' };
      expect((await (await newcomer()).post('/api/orders', order)).body).toMatchObject({ sold: 0 });
    },
    'GET /api/orders/:id': () => refused('GET', `/api/orders/${owned().orderId}`),
    'PATCH /api/orders/:id': () => refused('PATCH', `/api/orders/${owned().orderId}`, { name: 'mine' }),
    'DELETE /api/orders/:id': () => refused('DELETE', `/api/orders/${owned().orderId}`),
    'POST /api/orders/match': async () => {
      const { body } = await stranger().post('/api/orders/match', { leadIds: [owned().leadId] });
      expect(body).toEqual([]);
    },
    'POST /api/orders/:id/sell': () =>
      refused('POST', `/api/orders/${owned().orderId}/sell`, { leadIds: [owned().leadId] }),
    'GET /api/customers': () => counted('/api/customers'),
    'GET /api/customers/detail': () => refused('GET', '/api/customers/detail?customer=secret'),
    'PATCH /api/customers/detail': () =>
      refused('PATCH', '/api/customers/detail?customer=secret', { name: 'mine' }),
    'POST /api/customers': async () => {
      // The owner's customer of this number doesn't stand in the way.
      expect((await (await newcomer()).post('/api/customers', { number: 'secret' })).status).toBe(201);
    },
    'POST /api/customers/merge': () =>
      refused('POST', '/api/customers/merge', { customer: 'secret', into: 'mine' }),
    'GET /api/customers/statement': () => refused('GET', '/api/customers/statement?customer=secret'),
    'GET /api/customers/terms': async () => {
      const { body } = await stranger().get('/api/customers/terms?customer=secret');
      expect(body).toEqual({ name: null, price: null, currency: null, columns: null });
    },
    'GET /api/customers/sales': () => counted('/api/customers/sales?customer=secret'),
    'GET /api/customers/deliveries': () => refused('GET', '/api/customers/deliveries?customer=secret'),
    'GET /api/column-sets': () => empty('/api/column-sets'),
    'POST /api/column-sets': async () => {
      // The owner has a set of this name.
      const set = { name: 'secret set', columns: ['email'] };
      expect((await stranger().post('/api/column-sets', set)).status).toBe(201);
    },
    'PATCH /api/column-sets/:id': () =>
      refused('PATCH', `/api/column-sets/${owned().columnSetId}`, { name: 'mine' }),
    'DELETE /api/column-sets/:id': () => refused('DELETE', `/api/column-sets/${owned().columnSetId}`),
    'GET /api/views': () => empty('/api/views'),
    'GET /api/views/counts': async () => {
      const { body } = await stranger().get('/api/views/counts');
      expect(body).toEqual({ all: 0, mine: 0, due: 0, views: [] });
    },
    'PATCH /api/preferences/default-view': () =>
      refused('PATCH', '/api/preferences/default-view', { viewId: owned().viewId }),
    'POST /api/views': async () => {
      // The owner has a view of this name.
      const { status } = await stranger().post('/api/views', { name: 'secret view', filter: {} });
      expect(status).toBe(201);
    },
    'PATCH /api/views/:id': () => refused('PATCH', `/api/views/${owned().viewId}`, { name: 'mine' }),
    'DELETE /api/views/:id': () => refused('DELETE', `/api/views/${owned().viewId}`),
    'GET /api/preferences/lead-table': () => empty('/api/preferences/lead-table'),
    'PATCH /api/preferences/lead-table': async () => {
      const response = await stranger().send('/api/preferences/lead-table', {
        method: 'PATCH',
        ...json({ columns: null, density: 'compact' }),
      });
      expect(response.status).toBe(200);
    },
    'GET /api/custom-fields': () => empty('/api/custom-fields'),
    'POST /api/custom-fields': async () => {
      const { status } = await stranger().post('/api/custom-fields', { name: 'secret field', type: 'text' });
      expect(status).toBe(201);
    },
    'GET /api/custom-fields/:id/usage': () => refused('GET', `/api/custom-fields/${owned().fieldId}/usage`),
    'PATCH /api/custom-fields/:id': () =>
      refused('PATCH', `/api/custom-fields/${owned().fieldId}`, { label: 'mine' }),
    'DELETE /api/custom-fields/:id': () => refused('DELETE', `/api/custom-fields/${owned().fieldId}`),
    'GET /api/lead-statuses': () => empty('/api/lead-statuses'),
    'GET /api/lead-statuses/usage': () => empty('/api/lead-statuses/usage'),
    'POST /api/lead-statuses': async () => {
      const { status } = await stranger().post('/api/lead-statuses', { name: 'secret status' });
      expect(status).toBe(201);
    },
    'PATCH /api/lead-statuses': async () => {
      const body = { ids: [owned().statusId] };
      const response = await stranger().send('/api/lead-statuses', { method: 'PATCH', ...json(body) });
      expect(response.status).toBe(409);
    },
    'PATCH /api/lead-statuses/:id': () =>
      refused('PATCH', `/api/lead-statuses/${owned().statusId}`, { name: 'mine' }),
    'DELETE /api/lead-statuses/:id': () => refused('DELETE', `/api/lead-statuses/${owned().statusId}`),
    'GET /api/duplicates': () => empty('/api/duplicates'),
    'POST /api/duplicates/similar': async () => {
      const { body } = await stranger().post('/api/duplicates/similar', { email: 'secret@example.com' });
      expect(body).toEqual({ similar: null });
    },
    'GET /api/duplicates/merge-all': async () => {
      const { body } = await stranger().get('/api/duplicates/merge-all?band=certain');
      expect(body).toMatchObject({ groups: 0, leads: 0, examples: [] });
    },
    'POST /api/duplicates/merge-all': async () => {
      const response = await stranger().send('/api/duplicates/merge-all', {
        method: 'POST',
        ...json({ band: 'certain' }),
      });
      expect(response.status).toBe(409);
    },
    'POST /api/duplicates/scan': () => empty('/api/duplicates/scan', { method: 'POST' }, 202),
    'POST /api/duplicates/merge': () =>
      refused('POST', '/api/duplicates/merge', { keepId: owned().leadId, leadIds: [owned().viewId] }),
    'POST /api/duplicates/merges/:id/undo': () =>
      refused('POST', `/api/duplicates/merges/${owned().viewId}/undo`),
    'POST /api/duplicates/dismiss': () =>
      refused('POST', '/api/duplicates/dismiss', { a: owned().leadId, b: owned().viewId }),
    'POST /api/erasures/preview': async () => {
      const named = { email: 'secret@example.com' };
      const { body } = await (await newcomer()).post('/api/erasures/preview', named);
      expect(body).toEqual({ hint: 's…@example.com', found: [] });
      await refused('POST', '/api/erasures/preview', { leadId: owned().leadId });
    },
    'POST /api/erasures': () => refused('POST', '/api/erasures', { leadId: owned().leadId }),
    'GET /api/erasures': () => empty('/api/erasures'),
    'GET /api/erasures/:id': () => refused('GET', `/api/erasures/${owned().erasureId}`),
    'GET /api/erasures/:id/certificate': () =>
      refused('GET', `/api/erasures/${owned().erasureId}/certificate`),
    'GET /api/persons': async () => {
      const { status } = await (await newcomer()).get('/api/persons?email=secret@example.com');
      expect(status).toBe(404);
    },
    'POST /api/export/verify': async () => {
      const { status } = await stranger().post('/api/export/verify', { password: 'not the password' });
      expect(status).toBe(401);
    },
    'GET /api/leads/export': async () => {
      const response = await stranger().send('/api/leads/export?limit=all', {});
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain(owned().leadId);
    },
    'POST /api/leads/export': async () => {
      const response = await stranger().send('/api/leads/export', {
        method: 'POST',
        body: JSON.stringify(selection()),
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain(owned().leadId);
    },
    'POST /api/leads/deliveries': async () => {
      const sale = { ...selection(), customerNumber: 'C-1' };
      const { body } = await stranger().post<{ total: number }>('/api/leads/deliveries', sale);
      expect(body.total).toBe(0);
    },
    'GET /api/leads/deliveries/:id': () => refused('GET', `/api/leads/deliveries/${owned().operationId}`),
    'GET /api/leads/deliveries': async () => {
      const { body } = await stranger().get('/api/leads/deliveries?customer=C-1');
      expect(JSON.stringify(body)).not.toContain(owned().operationId);
    },
    'GET /api/dashboard/stats': () => counted('/api/dashboard/stats'),
    'GET /api/dashboard/countries': () => counted('/api/dashboard/countries'),
    'GET /api/dashboard/brands': () => counted('/api/dashboard/brands'),
    'GET /api/dashboard/tags': () => counted('/api/dashboard/tags'),
    'GET /api/dashboard/statuses': () => counted('/api/dashboard/statuses'),
    'GET /api/dashboard/activity': () => counted('/api/dashboard/activity?period=all'),
    'GET /api/dashboard/sales': () => counted('/api/dashboard/sales'),
    'GET /api/dashboard/suppliers': () => counted('/api/dashboard/suppliers'),
    'GET /api/dashboard/sample-data': () => counted('/api/dashboard/sample-data'),
    'POST /api/dashboard/sample-data': async () => {
      const client = await newcomer();
      expect((await client.post('/api/dashboard/sample-data', {})).status).toBe(200);
      const { body } = await client.get('/api/leads?limit=100');
      expect(JSON.stringify(body)).not.toContain(owned().leadId);
    },
    'DELETE /api/dashboard/sample-data': async () => {
      const response = await stranger().send('/api/dashboard/sample-data', { method: 'DELETE' });
      expect(response.status).toBe(409);
    },
    'GET /api/events': async () => {
      const leaving = new AbortController();
      const response = await stranger().send('/api/events', { signal: leaving.signal });
      expect(response.status).toBe(200);
      leaving.abort();
    },
  };
}

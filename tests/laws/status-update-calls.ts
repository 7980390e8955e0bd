import { expect } from 'vitest';
import { csvFile } from '#tests/support/imports.ts';
import { sendStatusUpdate } from '#tests/support/status-updates.ts';
import type { Sides } from './lead-database-calls.ts';

/** Returns, by call, how the stranger sends lists that name the owner's lead: none is found. */
export function statusUpdateCalls({ stranger, owned }: Sides): Record<string, () => Promise<void>> {
  const EMAIL = 'secret@example.com';
  const sale = { identifierType: 'email', customerNumber: 'mine' };
  const status = { hlrType: 'phone', statusValue: 'mine' };
  const NONE = { updatedCount: 0, notFound: 1, invalid: 0, ambiguous: 0 };

  const phones = async (path: string, answer: object): Promise<void> => {
    const list = csvFile([
      ['lead_id', 'phone'],
      [owned().leadId, '+4930901820'],
    ]);
    const { body } = await sendStatusUpdate(stranger(), path, list);
    expect(body).toMatchObject({ updated: 0, notFound: 1, totalProcessed: 1, ...answer });
  };

  return {
    'GET /api/leads/bulk': async () => {
      const { body } = await stranger().get('/api/leads/bulk');
      expect(JSON.stringify(body)).not.toContain(owned().operationId);
    },
    'GET /api/leads/bulk/:id/report': async () => {
      const response = await stranger().send(`/api/leads/bulk/${owned().operationId}/report`, {});
      expect(response.status).toBe(404);
    },
    'POST /api/leads/update-hlr': async () => {
      const input = { phoneNumbers: ['+4930901820'], ...status };
      expect((await stranger().post('/api/leads/update-hlr', input)).body).toMatchObject(NONE);
    },
    'POST /api/leads/update-hlr-csv': async () => {
      const list = csvFile([['phone'], ['+4930901820']]);
      const { body } = await sendStatusUpdate(stranger(), '/api/leads/update-hlr-csv', list, status);
      expect(body).toMatchObject(NONE);
    },
    'POST /api/leads/mark-sold': async () => {
      const { body } = await stranger().post('/api/leads/mark-sold', { identifiers: [EMAIL], ...sale });
      expect(body).toMatchObject({ ...NONE, alreadySold: 0 });
    },
    'POST /api/leads/mark-sold-csv': async () => {
      const list = csvFile([['email'], [EMAIL]]);
      const { body } = await sendStatusUpdate(stranger(), '/api/leads/mark-sold-csv', list, sale);
      expect(body).toMatchObject({ ...NONE, alreadySold: 0 });
    },
    'POST /api/leads/mark-sold/preview': async () => {
      const input = { identifiers: [EMAIL], identifierType: 'email' };
      const { body } = await stranger().post('/api/leads/mark-sold/preview', input);
      expect(body).toEqual({ noConsent: 0 });
    },
    'POST /api/leads/mark-sold-csv/preview': async () => {
      const list = csvFile([['email'], [EMAIL]]);
      const form = { identifierType: 'email' };
      const { body } = await sendStatusUpdate(stranger(), '/api/leads/mark-sold-csv/preview', list, form);
      expect(body).toEqual({ noConsent: 0 });
    },
    'POST /api/leads/update-phones-csv': () => phones('/api/leads/update-phones-csv', {}),
    'POST /api/leads/update-phones-csv/preview': () =>
      phones('/api/leads/update-phones-csv/preview', { rows: [] }),
  };
}

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';

/** The owner's order and a delivery of it. */
export interface OwnedDelivery {
  orderId: string;
  deliveryId: string;
}

/** Stores a delivery that has failed, with an attempt. */
export async function ownDelivery(
  app: TestApp,
  owner: SignedIn,
  { orderId, leadId }: { orderId: string; leadId: string },
): Promise<{ deliveryId: string }> {
  const deliveryId = randomUUID();
  const values = [owner.user.organizationId, deliveryId, orderId, leadId];
  const { owner: database } = app.context.db;
  await database.query(
    `INSERT INTO deliveries (organization_id, id, order_id, customer_number, lead_id, sale_id, state, reason)
     VALUES ($1, $2, $3, 'secret', $4, $2, 'failed', 'secret')`,
    values,
  );
  const request = JSON.stringify({
    method: 'POST',
    url: 'https://secret.example',
    headers: {},
    body: 'secret',
  });
  await database.query(
    `INSERT INTO delivery_attempts (organization_id, delivery_id, number, lead_id, at, milliseconds, request, masked_request)
     VALUES ($1, $2, 1, $3, now(), 1, $4, $4)`,
    [owner.user.organizationId, deliveryId, leadId, request],
  );
  return { deliveryId };
}

interface Sides {
  stranger: () => SignedIn;
  owned: () => OwnedDelivery & { leadId: string };
}

/** Returns the stranger's calls for the owner's deliveries; each asserts its outcome. */
export function deliveryCalls({ stranger, owned }: Sides): Record<string, () => Promise<void>> {
  const refused = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await call(stranger(), method, path, body);
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  };
  const delivery = { kind: 'webhook', url: 'https://93.184.216.34/', fields: [{ to: 'a', from: 'email' }] };
  return {
    'GET /api/deliveries': async () => {
      const { orderId, leadId } = owned();
      for (const query of ['', `?orderId=${orderId}`, `?leadId=${leadId}`, '?customer=secret']) {
        const { body } = await stranger().get(`/api/deliveries${query}`);
        expect(body).toEqual({ deliveries: [], cursor: null });
      }
    },
    'GET /api/deliveries/:id': () => refused('GET', `/api/deliveries/${owned().deliveryId}?reveal=true`),
    'POST /api/deliveries/:id/replay': () => refused('POST', `/api/deliveries/${owned().deliveryId}/replay`),
    'POST /api/deliveries/replay': () =>
      refused('POST', '/api/deliveries/replay', { orderId: owned().orderId }),
    'POST /api/deliveries/:id/cancel': () => refused('POST', `/api/deliveries/${owned().deliveryId}/cancel`),
    'POST /api/orders/:id/test': () => refused('POST', `/api/orders/${owned().orderId}/test`, {}),
    'GET /api/deliveries/email-settings': async () => {
      const { body } = await stranger().get('/api/deliveries/email-settings');
      expect(body).toEqual({ missing: ['SMTP_URL', 'PUBLIC_URL'], told: [] });
    },
    'POST /api/deliveries/preview': async () => {
      await refused('POST', '/api/deliveries/preview', { delivery, orderId: owned().orderId });
      await refused('POST', '/api/deliveries/preview', { delivery, leadId: owned().leadId });
    },
  };
}

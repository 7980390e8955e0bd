import { expect, it } from 'vitest';
import { givenDelivery, type ShownDelivery } from '#contract/order-delivery.ts';
import { valuesOfAnswer } from './answer-values.ts';
import { deliveryOf, draftOfDelivery, newHeader } from './delivery-draft.ts';

const WEBHOOK: ShownDelivery = {
  ...{ kind: 'webhook', url: 'https://buyer.example/leads', method: 'POST', format: 'json', rate: 60 },
  headers: { 'X-Key': null },
  fields: [
    { to: 'contact.email', from: 'email' },
    { to: 'contact.phone', from: 'phone', format: 'e164' },
    { to: 'campaign', text: 'solar' },
  ],
  accept: [
    {
      when: [
        { part: 'status', equals: '200' },
        { part: 'json', path: 'result.status', contains: 'accepted' },
      ],
      // biome-ignore lint/suspicious/noThenProperty: product.md names it
      then: 'accepted',
      reference: { part: 'json', path: 'result.id' },
    },
  ],
};

it.each<ShownDelivery>([
  { kind: 'none' },
  WEBHOOK,
  { kind: 'email', to: ['a@mail.example'], subject: 'Leads', attach: 'csv', every: 'day' },
  {
    ...{ kind: 'sftp', host: 'sftp.example', port: 2222, user: 'lm', hostKey: `SHA256:${'a'.repeat(43)}` },
    ...{ folder: 'in', name: 'leads.csv', every: 'hour' },
  },
])('sends a saved delivery as it was: %j', (saved) => {
  const sent = deliveryOf(draftOfDelivery(saved));
  expect(sent).toEqual(saved);
  expect(givenDelivery.parse(sent)).toEqual(saved);
});

it('keeps the saved value of a header until another is typed', () => {
  const draft = draftOfDelivery(WEBHOOK);
  const [saved] = draft.headers;
  const headers = saved ? [{ ...saved, value: 'new' }, newHeader()] : [];
  expect(deliveryOf({ ...draft, headers })).toMatchObject({ headers: { 'X-Key': 'new' } });
});

it('finds the values of an answer by path', () => {
  expect(valuesOfAnswer('{"result":{"status":"accepted","id":7,"none":null},"codes":[1]}')).toEqual([
    { part: 'json', path: 'result.status', value: 'accepted' },
    { part: 'json', path: 'result.id', value: '7' },
    { part: 'json', path: 'codes.0', value: '1' },
  ]);
  expect(valuesOfAnswer('OK')).toEqual([]);
});

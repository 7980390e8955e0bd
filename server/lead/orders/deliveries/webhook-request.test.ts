import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { SentValue } from './sent-values.ts';
import { newWebhookSecret } from './sign-webhook.ts';
import { type WebhookTarget, webhookRequest } from './webhook-request.ts';

const target: WebhookTarget = {
  url: 'https://buyer.example/leads',
  method: 'POST',
  format: 'json',
  headers: {},
};
const secret = newWebhookSecret();
const message = { id: '01976f3e', sentAt: new Date(), secrets: [secret], isTest: false };
const VALUES: SentValue[] = [
  { to: 'contact.email', value: 'a&b=c@example.com' },
  { to: 'contact.phone', value: null },
  { to: 'age', value: 41 },
  { to: 'note', value: 'Größe <5 "ä"' },
];

const sent = (given: Partial<WebhookTarget>, values = VALUES) =>
  webhookRequest({ ...target, ...given }, values, message);

test('JSON nests by dots and keeps numbers and missing values', () => {
  const { url, method, headers, body } = sent({});
  expect([url, method, headers['content-type']]).toEqual([target.url, 'POST', 'application/json']);
  expect(JSON.parse(body)).toEqual({
    contact: { email: 'a&b=c@example.com', phone: null },
    ...{ age: 41, note: 'Größe <5 "ä"' },
  });
});

test('JSON makes a list of names that count from 0, and takes any name', () => {
  const names = ['contacts.0.email', 'contacts.1.email', 'codes.7', 'tags.1', 'tags.0', '__proto__.x', 'a b'];
  const { body } = sent(
    {},
    names.map((to) => ({ to, value: to })),
  );
  expect(body).toBe(
    '{"contacts":[{"email":"contacts.0.email"},{"email":"contacts.1.email"}],"codes":{"7":"codes.7"},' +
      '"tags":["tags.0","tags.1"],"__proto__":{"x":"__proto__.x"},"a b":"a b"}',
  );
});

test('XML has the root lead, nests by dots and repeats the elements of a list', () => {
  const { headers, body } = sent({ format: 'xml' }, [...VALUES, { to: 'tag.0', value: 'x' }]);
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(body).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<lead><contact><email>a&amp;b=c@example.com</email><phone></phone>' +
      '</contact><age>41</age><note>Größe &lt;5 "ä"</note><tag>x</tag></lead>',
  );
});

test('XML is well-formed for any name and text', () => {
  const text = fc.string({ unit: 'binary' });
  const hostile = fc.constantFrom(
    '1a',
    'a b',
    'soap:Body',
    ']]>',
    '<!--',
    '\u0000',
    '\ud800',
    '-x',
    'xml',
    'é',
  );
  fc.assert(
    fc.property(fc.oneof(text, hostile), fc.oneof(text, hostile), (to, value) => {
      const { body } = sent({ format: 'xml' }, [
        { to: `a${to}`, value },
        { to, value },
      ]);
      expect(XMLValidator.validate(body)).toBe(true);
      expect(Buffer.from(body).toString()).toBe(body);
    }),
    { numRuns: 500 },
  );
  const { body } = sent({ format: 'xml' }, [{ to: 'x', value: 'a\u0000\ud800 & ]]> 𝒳' }]);
  expect(new XMLParser().parse(body)).toMatchObject({ lead: { x: 'a & ]]> 𝒳' } });
});

test('a form keeps names with dots', () => {
  const { headers, body } = sent({ format: 'form', method: 'PUT' });
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect([...new URLSearchParams(body)]).toEqual([
    ['contact.email', 'a&b=c@example.com'],
    ['contact.phone', ''],
    ['age', '41'],
    ['note', 'Größe <5 "ä"'],
  ]);
});

test.each([
  { format: 'query', method: 'POST' },
  { format: 'query', method: 'GET' },
  { format: 'json', method: 'GET' },
] as const)('$method as $format appends the fields to the address, without a body', (given) => {
  const { url, headers, body } = sent({ ...given, url: 'https://buyer.example/in?key=a%20b#top' });
  expect([body, headers['content-type']]).toEqual(['', undefined]);
  expect(url).toMatch(/^https:\/\/buyer\.example\/in\?key=a%20b&contact\.email=a%26b%3Dc%40example\.com&/);
  expect(url).not.toContain('#');
});

test('own headers are sent; those that sign are not theirs', () => {
  const { headers } = sent({ headers: { 'X-Api-Key': 'k', 'User-Agent': 'mine', unset: null } });
  expect(headers).toMatchObject({ 'x-api-key': 'k', 'user-agent': 'mine', 'webhook-id': message.id });
  expect(headers).not.toHaveProperty('unset');
  expect(headers).not.toHaveProperty('webhook-test');
  expect(webhookRequest(target, VALUES, { ...message, isTest: true }).headers['webhook-test']).toBe('true');
});

test.each(['json', 'form', 'xml', 'query'] as const)('standardwebhooks verifies %s', (format) => {
  const { headers, body } = sent({ format });
  const judge = new Webhook(secret);
  expect(() => judge.verify(body, headers, { jsonParse: false })).not.toThrow();
  expect(() => judge.verify(`${body} `, headers, { jsonParse: false })).toThrow();
  expect(() => judge.verify(body, { ...headers, 'webhook-id': 'other' }, { jsonParse: false })).toThrow();
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers, { jsonParse: false })).toThrow();
});

test('while a secret is replaced both verify', () => {
  const former = newWebhookSecret();
  const { headers, body } = webhookRequest(target, VALUES, { ...message, secrets: [secret, former] });
  for (const one of [secret, former]) expect(() => new Webhook(one).verify(body, headers)).not.toThrow();
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
});

test('new secrets are what the contract takes', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(secret);
});

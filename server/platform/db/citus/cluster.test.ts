import { expect, test } from 'vitest';
import { violatedConstraint } from './cluster.ts';

test.each([
  ['leads_email', Object.assign(new Error('duplicate key'), { constraint: 'leads_email' })],
  ['leads_phone', new Error('duplicate key value violates unique constraint "leads_phone_102169"')],
  ['', new Error('duplicate key')],
  ['', 'leads_email_102169'],
])('is %j', (name, error) => {
  expect(violatedConstraint(error)).toBe(name);
});

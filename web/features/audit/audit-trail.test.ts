import { expect, it } from 'vitest';
import type { AuditLog } from '#contract/audit-logs.ts';
import { formatDateTime } from '../../lib/format.ts';
import { detailPairs, entriesWith } from './audit-trail.tsx';

function entry(username: string, ipAddress: string | null, details: AuditLog['details'] = null): AuditLog {
  return {
    id: '01990000-0000-7000-8000-000000000000',
    userId: null,
    username,
    action: 'login_failed',
    resource: null,
    details,
    ipAddress,
    userAgent: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}

it('says details in words', () => {
  const details = {
    alreadySold: 1200,
    sold_to: 'C-1',
    reason: 'wrong password',
    isAdmin: true,
    field: null,
    scopes: 'read,write',
    expires_at: '2026-06-10T10:00:00.000Z',
  };
  expect(detailPairs({ details })).toEqual([
    ['already sold', '1,200'],
    ['sold to', 'C-1'],
    ['reason', 'wrong password'],
    ['is admin', 'yes'],
    ['field', '–'],
    ['scopes', 'read, write'],
    ['expires at', formatDateTime('2026-06-10T10:00:00.000Z')],
  ]);
  expect(detailPairs({ details: null })).toEqual([]);
});

it('finds entries by a part of the username or of the address, in any case', () => {
  const entries = [entry('Ana', '203.0.113.7'), entry('kenji', '2001:DB8::7'), entry('maria', null)];
  const found = (search: string) => entriesWith(entries, search).map(({ username }) => username);
  expect(found(' ANA ')).toEqual(['Ana']);
  expect(found('2001:db8')).toEqual(['kenji']);
  expect(found('113.7')).toEqual(['Ana']);
  expect(found('a')).toEqual(['Ana', 'maria']);
  expect(found(' ')).toHaveLength(3);
  expect(found('nobody')).toEqual([]);
});

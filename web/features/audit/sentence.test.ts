import { expect, it } from 'vitest';
import { AUDIT_ACTIONS, type AuditLog } from '#contract/audit-logs.ts';
import { sentenceOf } from './sentence.ts';

const LEAD = '0199c0de-0000-7000-8000-000000000001';

function sentence(action: AuditLog['action'], resource: string | null, details: AuditLog['details']): string {
  const entry = { username: 'Ana', userId: null, ipAddress: null, userAgent: null, id: LEAD };
  const parts = sentenceOf({ ...entry, createdAt: '2026-01-01T00:00:00.000Z', action, resource, details });
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return `[${part.text}]`;
    })
    .join('');
}

it.each<[string, AuditLog['action'], string | null, AuditLog['details']]>([
  ['failed to sign in: wrong password', 'login_failed', null, { reason: 'wrong password' }],
  ['exported 1,200 leads to leads.csv', 'export_leads', 'leads.csv', { count: 1200 }],
  [
    'imported [may.csv]: 1 new lead, 2 updates',
    'import_leads',
    'may.csv',
    { importId: LEAD, imported: 1, updated: 2 },
  ],
  ['imported may.csv: 0 new leads, 0 updates: disk full', 'import_leads', 'may.csv', { reason: 'disk full' }],
  ['changed the city and deposit date of [a lead]', 'update_lead', LEAD, { fields: 'city, deposit_date' }],
  [
    'changed the city of [Ana Ng]',
    'update_lead',
    LEAD,
    { lead: 'Ana Ng', fields: 'city', city: 'Oslo → Bergen' },
  ],
  ['merged another lead into [a lead]', 'update_lead', LEAD, { merged: LEAD, fields: '' }],
  ['moved [a lead] to the bin', 'delete_lead', LEAD, null],
  ['deleted 3 leads forever', 'purge_lead', LEAD, { changed: 3, operation: 'purge' }],
  ['moved 3 leads to the bin', 'delete_lead', LEAD, { changed: 3, operation: 'delete' }],
  [
    'set the status of 1 lead to called',
    'bulk_update',
    LEAD,
    { operation: 'status', status: 'called', changed: 1 },
  ],
  [
    'marked 2 leads as sold to C-7',
    'mark_sold',
    LEAD,
    { operation: 'markSold', customerNumber: 'C-7', changed: 2 },
  ],
  ['added the customer C-7', 'create_customer', 'C-7', null],
  ['merged customer C-8 into C-7, with 3 leads sold', 'merge_customers', 'C-8', { into: 'C-7', sold: 3 }],
  ['merged 3 groups of certain duplicates', 'merge_duplicates', LEAD, { changed: 3, total: 4 }],
  ['updated the WhatsApp status of 2 leads', 'update_hlr', null, { hlrType: 'whatsapp', updated: 2 }],
  ['changed the settings of customer C-7', 'update_customer', 'C-7', null],
  ['added 5,000 sample leads', 'add_sample_data', null, { count: 5000 }],
  ['made Bo an administrator', 'update_user', 'Bo', { isAdmin: true }],
  ['signed out 2 sessions', 'update_user', 'Ana', { sessionsEnded: 2 }],
  ['turned off two-factor authentication', 'disable_2fa', 'Ana', null],
  ['turned off two-factor authentication for Bo', 'disable_2fa', 'Bo', null],
  ['deactivated 10.0.0.1 on the IP whitelist', 'update_ip', '10.0.0.1', { isActive: false }],
])('%s', (text, action, resource, details) => {
  expect(sentence(action, resource, details)).toBe(text);
});

it.each(AUDIT_ACTIONS)('%s is said without any details', (action) => {
  expect(sentence(action, null, null)).toMatch(/^[a-z]/);
  expect(sentence(action, null, 'plain')).not.toContain('undefined');
});

import { expect, it } from 'vitest';
import type { CurrentUser } from '#contract/current-user.ts';
import { navigationOf } from './navigation.ts';

const ID = '01990000-0000-7000-8000-000000000000';

function administration(isAdmin: boolean, organization: string): string[] {
  const user: CurrentUser = {
    id: ID,
    username: 'ana',
    isAdmin,
    organizationId: ID,
    organization: { id: ID, name: organization },
    twoFactorEnabled: false,
    requireExportAuth: false,
    mustChangePassword: false,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  return navigationOf(user)[1]?.items.map(({ label }) => label) ?? [];
}

it('shows the administrator of the Default Organization everything', () => {
  expect(administration(true, 'Default Organization')).toEqual([
    'Organizations',
    'User Management',
    'Security Settings',
    'Audit Logs',
    'Personal Data',
  ]);
});

it('shows other administrators all but Organizations', () => {
  expect(administration(true, 'Nordlicht')).toEqual([
    'User Management',
    'Security Settings',
    'Audit Logs',
    'Personal Data',
  ]);
});

it('shows a user the security settings, and Organizations by the name of the organization', () => {
  expect(administration(false, 'Nordlicht')).toEqual(['Security Settings']);
  expect(administration(false, 'Default Organization')).toEqual(['Organizations', 'Security Settings']);
});

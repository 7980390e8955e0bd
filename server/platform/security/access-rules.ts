import type { Access } from '#contract/endpoint.ts';

/** Its administrators manage the other organizations. */
export const DEFAULT_ORGANIZATION = 'Default Organization';

export function mayCall(
  access: Access,
  account: { isAdmin: boolean; organization: { name: string } },
): boolean {
  if (access === 'public' || access === 'user') return true;
  if (access === 'admin') return account.isAdmin;
  return account.isAdmin && account.organization.name === DEFAULT_ORGANIZATION;
}

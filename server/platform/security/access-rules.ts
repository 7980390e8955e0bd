import type { Access } from '#contract/endpoint.ts';

/** Name of the organization that runs the installation; its administrators manage the others. */
export const DEFAULT_ORGANIZATION = 'Default Organization';

/** Returns whether an account may call an endpoint with this access. */
export function mayCall(
  access: Access,
  account: { isAdmin: boolean; organization: { name: string } },
): boolean {
  if (access === 'public' || access === 'user') return true;
  if (access === 'admin') return account.isAdmin;
  return account.isAdmin && account.organization.name === DEFAULT_ORGANIZATION;
}

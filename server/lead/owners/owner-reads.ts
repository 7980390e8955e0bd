import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { foldText } from '../values/fold-text.ts';

/** A user who can own leads. */
export interface Owner {
  id: string;
  username: string;
}

/** Returns the users of the organization, by name. */
export function loadOwners(tx: TenantTransaction): Promise<Owner[]> {
  return tx.query<Owner & Record<string, unknown>>(
    'SELECT id, username FROM users WHERE organization_id = $1 ORDER BY lower(username), id',
    [tx.organizationId],
  );
}

/** Returns the names of users by id. */
export async function ownerNames(tx: TenantTransaction): Promise<Map<string, string>> {
  return new Map((await loadOwners(tx)).map(({ id, username }) => [id, username]));
}

/** Returns the ids of users by their folded names. */
export async function ownersByName(tx: TenantTransaction): Promise<Map<string, string>> {
  return new Map((await loadOwners(tx)).map(({ id, username }) => [foldText(username), id]));
}

/**
 * Checks that all ids are users of the organization.
 * @param field names the input in the error
 * @throws HttpError invalid_input
 */
export async function checkOwners(
  tx: TenantTransaction,
  ids: readonly string[],
  field: string,
): Promise<void> {
  const known = await ownerNames(tx);
  if (ids.every((id) => known.has(id))) return;
  throw new HttpError('invalid_input', 'An owner must be a user of your organization', { field });
}

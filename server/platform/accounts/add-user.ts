import type { ManagedUser } from '#contract/accounts.ts';
import type { AuditEntry } from '../audit/writes.ts';
import { writeAudit } from '../audit/writes.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { isUniqueViolation } from '../db/transaction.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../ids.ts';
import { checkPassword, hashPassword } from '../security/passwords.ts';
import { usernameKey } from './user-reads.ts';
import { insertUser, type NewUser } from './user-writes.ts';

/** What a new user is asked for; a temporary password is one that the server made. */
export interface Applicant {
  username: string;
  password: string;
  isAdmin: boolean;
  temporary: boolean;
}

/**
 * A user ready to be added: the password is checked and hashed, which takes too long for a transaction.
 * @throws Refusal invalid_input at `password`
 */
export async function prepareUser({ username, password, isAdmin, temporary }: Applicant): Promise<NewUser> {
  await checkPassword(password, username);
  const passwordHash = await hashPassword(password);
  return { id: newId(), username, usernameKey: usernameKey(username), passwordHash, isAdmin, temporary };
}

/** Adds a user to the transaction's organization and writes that into its audit trail. */
export async function addUser(
  tx: TenantTransaction,
  user: NewUser,
  by: Pick<AuditEntry, 'actor' | 'origin'>,
): Promise<ManagedUser> {
  const added = await insertUser(tx, user);
  const details = { isAdmin: user.isAdmin, temporaryPassword: user.temporary };
  await writeAudit(tx, { action: 'create_user', ...by, resource: user.username, details });
  return added;
}

/**
 * Runs what adds a user.
 * @throws Refusal conflict at `username`, when somebody in the installation has the name
 */
export async function refusingTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('conflict', 'This username is taken', { field: 'username' });
  }
}

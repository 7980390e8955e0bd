import { createHmac } from 'node:crypto';
import { hasUsers, usernameKey } from '../../platform/accounts/user-reads.ts';
import { type NewOrganization, registerOrganization } from '../../platform/accounts/user-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { DEFAULT_ORGANIZATION } from '../../platform/security/access-rules.ts';
import { checkPassword, hashPassword, type NewPassword } from '../../platform/security/passwords.ts';
import { isSameSecret } from '../../platform/security/same-secret.ts';
import type { Origin } from '../../platform/security/sessions.ts';

/**
 * Creates the Default Organization first; later, if registration is open, one named after the user.
 * The first one of a public server needs the setup code.
 * @throws HttpError registration_closed, conflict (name taken), invalid_input (common password)
 */
export async function registerAccount(
  context: Pick<Context, 'db' | 'config' | 'secretKey'>,
  credentials: { username: string; password: string; setupCode?: string | undefined },
  origin: Origin | null,
): Promise<{ organizationId: string; userId: string; password: NewPassword }> {
  const firstRun = !(await hasUsers(context.db.app));
  if (!firstRun && !context.config.registrationOpen) throw closed();
  if (firstRun && context.config.firstByLink) requireSetupCode(context, credentials.setupCode);
  await checkPassword(credentials.password, credentials.username);
  const account = {
    organizationId: newId(),
    userId: newId(),
    username: credentials.username,
    usernameKey: usernameKey(credentials.username),
    password: await hashPassword(credentials.password),
  };
  await createOnce(context, account, firstRun, origin);
  return account;
}

/** If another account wins the race to be first, this becomes a later one. */
async function createOnce(
  context: Pick<Context, 'db' | 'config'>,
  account: Omit<NewOrganization, 'organizationName'>,
  firstRun: boolean,
  origin: Origin | null,
): Promise<void> {
  try {
    const first = { ...account, organizationName: DEFAULT_ORGANIZATION };
    if (firstRun && (await insertAccount(context, first, true, origin))) return;
    if (!context.config.registrationOpen) throw closed();
    const further = { ...account, organizationName: account.username };
    await insertAccount(context, further, false, origin);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new HttpError('conflict', 'This username is taken. Choose another.', { field: 'username' });
  }
}

function insertAccount(
  context: Pick<Context, 'db'>,
  created: NewOrganization,
  firstOnly: boolean,
  origin: Origin | null,
): Promise<boolean> {
  return scopeOf(context, created.organizationId).transaction(async (tx) => {
    if (!(await registerOrganization(tx, created, firstOnly))) return false;
    await writeAudit(tx, {
      action: 'create_organization',
      actor: { id: created.userId, username: created.username },
      origin,
      resource: created.organizationName,
    });
    return true;
  });
}

/** Ends the link that the start prints; of no use once there is an account. */
export function setupCodeOf({ secretKey }: Pick<Context, 'secretKey'>): string {
  return createHmac('sha256', secretKey()).update('first administrator').digest('base64url');
}

function requireSetupCode(context: Pick<Context, 'secretKey'>, given = ''): void {
  if (isSameSecret(given, setupCodeOf(context))) return;
  throw new HttpError(
    'registration_closed',
    'The first administrator needs the link that the server printed at its start',
  );
}

function closed(): HttpError {
  return new HttpError('registration_closed', 'Registration is closed');
}

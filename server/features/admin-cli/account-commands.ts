import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { createOrganization as organizationCall } from '#contract/organizations.ts';
import { registration } from '#contract/users.ts';
import { prepareUser, refusingTakenName } from '../../platform/accounts/add-user.ts';
import { insertOrganization } from '../../platform/accounts/organization-writes.ts';
import { findDefaultOrganization, hasUsers } from '../../platform/accounts/user-reads.ts';
import {
  insertUser,
  type NewUser,
  registerOrganization,
  setPassword,
} from '../../platform/accounts/user-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import {
  type AdminCommand,
  AdminError,
  BY_COMMAND_LINE,
  type CommandInput,
} from '../../platform/command-line/command.ts';
import { requireOrganization } from '../../platform/command-line/organization-reads.ts';
import { withOwner } from '../../platform/command-line/owner.ts';
import { organizationScope } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { DEFAULT_ORGANIZATION } from '../../platform/security/access-rules.ts';
import { temporaryPassword } from '../../platform/security/passwords.ts';

export const ACCOUNT_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'create-organization',
    summary: 'Creates an organization without users',
    args: ['name'],
    run: ({ args: [name = ''], config }) => withOwner(config, (owner) => createOrganization(owner, name)),
  },
  {
    name: 'create-user',
    summary: "Creates a user; an installation's first user must be an administrator",
    args: ['username'],
    options: {
      organization: { value: 'name', help: `the user's organization, by default ${DEFAULT_ORGANIZATION}` },
      admin: { help: 'makes the user an administrator' },
      'password-file': {
        value: 'file',
        help: 'file with the password; without it, a temporary one is generated',
      },
    },
    run: (input) => withOwner(input.config, (owner) => createUser(owner, input)),
  },
];

async function createOrganization(owner: pg.Pool, given: string): Promise<string> {
  const { name } = organizationCall.input.body.parse({ name: given });
  const root = await findDefaultOrganization(owner);
  if (root === null) {
    throw new AdminError(
      'There is no administrator yet: create one first, with create-user <username> --admin',
    );
  }
  try {
    await organizationScope(owner, root).transaction(async (tx) => {
      await insertOrganization(tx, name);
      await writeAudit(tx, { action: 'create_organization', ...BY_COMMAND_LINE, resource: name });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AdminError(`An organization named ${name} already exists`);
  }
  return `The organization ${name} was created`;
}

async function createUser(owner: pg.Pool, { args: [given = ''], options }: CommandInput): Promise<string> {
  const file = options.get('password-file');
  const isAdmin = options.has('admin');
  const credentials = registration.parse({
    username: given,
    password: file === undefined ? temporaryPassword() : readSecret(file),
  });
  const user = await prepareUser({ ...credentials, isAdmin, temporary: file === undefined });
  const name = options.get('organization');
  const organization = (await hasUsers(owner))
    ? await addTo(owner, user, name ?? DEFAULT_ORGANIZATION)
    : await addFirst(owner, user, name);
  const role = isAdmin ? 'administrator' : 'user';
  const made = `The ${role} ${user.username} of ${organization} was created`;
  if (!user.temporary) return made;
  return `${made}. Temporary password, to be changed at the first sign-in: ${credentials.password}`;
}

async function addTo(owner: pg.Pool, user: NewUser, name: string): Promise<string> {
  const organization = await requireOrganization(owner, name);
  await refusingTakenName(() =>
    organizationScope(owner, organization.id).transaction(async (tx) => {
      await insertUser(tx, user, null);
      const details = { isAdmin: user.isAdmin, temporaryPassword: user.temporary };
      await writeAudit(tx, { action: 'create_user', ...BY_COMMAND_LINE, resource: user.username, details });
    }),
  );
  return organization.name;
}

/** Mirrors the first registration. */
async function addFirst(owner: pg.Pool, user: NewUser, name: string | undefined): Promise<string> {
  if (!user.isAdmin || (name ?? DEFAULT_ORGANIZATION).toLowerCase() !== DEFAULT_ORGANIZATION.toLowerCase()) {
    throw new AdminError(`The first user must be an administrator of the ${DEFAULT_ORGANIZATION}`);
  }
  const organizationId = newId();
  const created = { ...user, organizationId, organizationName: DEFAULT_ORGANIZATION, userId: user.id };
  await organizationScope(owner, organizationId).transaction(async (tx) => {
    if (!(await registerOrganization(tx, created, true))) {
      throw new AdminError('Somebody else just created the first user; try again');
    }
    if (user.temporary) await setPassword(tx, user.id, user.password, { temporary: true, by: null });
    await writeAudit(tx, {
      action: 'create_organization',
      ...BY_COMMAND_LINE,
      resource: DEFAULT_ORGANIZATION,
    });
  });
  return DEFAULT_ORGANIZATION;
}

function readSecret(file: string): string {
  return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
}

import type { FastifyInstance } from 'fastify';
import type { ManagedUser } from '#contract/accounts.ts';
import { TRASH_DAYS } from '#contract/limits.ts';
import {
  addOrganizationAdmin,
  createOrganization,
  listOrganizations,
  type Organization,
  renameOrganization,
  trashOrganization,
  untrashOrganization,
} from '#contract/organizations.ts';
import { addUser, prepareUser, refusingTakenName } from '../../platform/accounts/add-user.ts';
import {
  findOrganizations,
  insertOrganization,
  moveOrganization,
  organizationName,
  renamedOrganization,
} from '../../platform/accounts/organization-writes.ts';
import type { NewUser } from '../../platform/accounts/user-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { inOrganization } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve } from '../../platform/http/bind.ts';

export function organizationRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listOrganizations, (_input, { scope }) => scope.transaction(findOrganizations));

  serve(app, context, createOrganization, ({ body }, caller) => createNamedOrganization(caller, body.name));

  serve(app, context, addOrganizationAdmin, async ({ params, body }, caller) => {
    const user = await prepareUser({ ...body, isAdmin: true, temporary: false });
    return refusingTakenName(() => addAdmin(caller, params.id, user));
  });

  serve(app, context, renameOrganization, ({ params: { id }, body: { name } }, caller) =>
    rename(caller, id, name),
  );

  serve(app, context, trashOrganization, ({ params: { id }, body: { name } }, caller) =>
    binOrganization(caller, id, name),
  );

  serve(app, context, untrashOrganization, ({ params: { id } }, caller) =>
    caller.scope.transaction(async (tx) => {
      const name = id === tx.organizationId ? null : await moveOrganization(tx, id, 'list');
      if (name === null) throw new HttpError('not_found', 'No organization found in the bin');
      await writeAudit(tx, { action: 'restore_organization', ...editorOf(caller), resource: name });
      return { message: `${name} was restored` };
    }),
  );
}

/** The typed name proves that this organization is meant. */
function binOrganization(caller: Caller, id: string, typed: string): Promise<{ message: string }> {
  return caller.scope.transaction(async (tx) => {
    if (id === tx.organizationId) {
      throw new HttpError(
        'conflict',
        "The Default Organization manages the installation and can't be deleted",
      );
    }
    const name = await moveOrganization(tx, id, 'bin');
    if (name === null) throw new HttpError('not_found', 'Organization not found');
    if (name !== typed) {
      throw new HttpError('invalid_input', `Type the name as it is written: ${name}`, { field: 'name' });
    }
    await writeAudit(tx, { action: 'delete_organization', ...editorOf(caller), resource: name });
    return { message: `${name} was moved to the bin for ${TRASH_DAYS} days` };
  });
}

function createNamedOrganization(caller: Caller, name: string): Promise<Organization> {
  return refusingTakenOrganization(() =>
    caller.scope.transaction(async (tx) => {
      const organization = await insertOrganization(tx, name);
      await writeAudit(tx, { action: 'create_organization', ...editorOf(caller), resource: name });
      return organization;
    }),
  );
}

/** The name of the Default Organization is how it is known. */
function rename(caller: Caller, id: string, name: string): Promise<{ message: string }> {
  return refusingTakenOrganization(() =>
    caller.scope.transaction(async (tx) => {
      if (id === tx.organizationId) {
        throw new HttpError('conflict', "The Default Organization can't be renamed");
      }
      const from = await renamedOrganization(tx, id, name);
      if (from === null) throw new HttpError('not_found', 'Organization not found');
      if (from !== name) {
        const details = { from };
        await writeAudit(tx, { action: 'rename_organization', ...editorOf(caller), resource: name, details });
      }
      return { message: `${from} is now called ${name}` };
    }),
  );
}

async function refusingTakenOrganization<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new HttpError('conflict', 'An organization with this name already exists', { field: 'name' });
  }
}

/** Audited in both organizations. */
function addAdmin(caller: Caller, organizationId: string, user: NewUser): Promise<ManagedUser> {
  return caller.scope.transaction(async (tx) => {
    const { added, organization } = await inOrganization(tx, organizationId, async (there) => {
      const name = await organizationName(there);
      if (name === null) throw new HttpError('not_found', 'Organization not found');
      return { added: await addUser(there, user, caller), organization: name };
    });
    if (organizationId !== tx.organizationId) {
      const entry = { action: 'create_user' as const, resource: user.username };
      await writeAudit(tx, { ...entry, ...editorOf(caller), details: { isAdmin: true, organization } });
    }
    return added;
  });
}

import type { SuppressionList } from '#contract/suppressions.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import { atSavepoint, type TenantTransaction } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { knownSpelling } from '../sales/customer-number-writes.ts';
import { lockLists } from '../suppression/suppression-reads.ts';
import type { ListEditor } from './list-editor.ts';

const DEFAULT_NAME = 'Do not contact';

/** Returns all lists of an organization, the default one first. */
export async function loadLists(tx: TenantTransaction): Promise<SuppressionList[]> {
  await defaultList(tx);
  const rows = await tx.query<Omit<SuppressionList, 'createdAt'> & { createdAt: Date }>(
    `SELECT l.id, l.name, l.customer_number AS "customerNumber", l.is_default AS "isDefault", l.created_at AS "createdAt",
       coalesce((SELECT sum(c.entries) FROM suppression_counts c WHERE c.organization_id = $1 AND c.list_id = l.id), 0)::int
         AS entries
     FROM suppression_lists l WHERE l.organization_id = $1 ORDER BY l.is_default DESC, lower(l.name)`,
    [tx.organizationId],
  );
  return rows.map(({ createdAt, ...list }) => ({ ...list, createdAt: createdAt.toISOString() }));
}

/** Returns the id of the list `Do not contact`, made at first use. */
export async function defaultList(tx: TenantTransaction): Promise<string> {
  const find = () =>
    tx.query<{ id: string }>('SELECT id FROM suppression_lists WHERE organization_id = $1 AND is_default', [
      tx.organizationId,
    ]);
  const [held] = await find();
  if (held !== undefined) return held.id;
  await tx.query(
    `INSERT INTO suppression_lists (organization_id, id, name, is_default) VALUES ($1, $2, $3, true) ON CONFLICT DO NOTHING`,
    [tx.organizationId, newId(), DEFAULT_NAME],
  );
  const [made] = await find();
  if (made === undefined) throw new Error('The default suppression list is missing');
  return made.id;
}

/** @throws HttpError conflict for a name that is taken */
export async function createList(
  tx: TenantTransaction,
  given: { name: string; customerNumber?: string | null | undefined },
  editor: ListEditor,
): Promise<SuppressionList> {
  await defaultList(tx);
  const customerNumber = given.customerNumber ? await knownSpelling(tx, given.customerNumber) : null;
  const id = newId();
  try {
    await atSavepoint(tx, () =>
      tx.query(
        'INSERT INTO suppression_lists (organization_id, id, name, customer_number) VALUES ($1, $2, $3, $4)',
        [tx.organizationId, id, given.name, customerNumber],
      ),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new HttpError('conflict', `There is already a list named ${given.name}`, { field: 'name' });
  }
  await writeAudit(tx, {
    action: 'create_suppression_list',
    ...editor,
    resource: given.name,
    ...(customerNumber !== null && { details: { customerNumber } }),
  });
  const list = (await loadLists(tx)).find((one) => one.id === id);
  if (list === undefined) throw new Error('The new suppression list is missing');
  return list;
}

/**
 * Deletes a list with its entries; their leads are unmarked in the background.
 * @throws HttpError not_found, or conflict for the default list
 */
export async function deleteList(tx: TenantTransaction, id: string, editor: ListEditor): Promise<void> {
  const list = (await loadLists(tx)).find((one) => one.id === id.toLowerCase());
  if (list === undefined) throw listNotFound();
  if (list.isDefault) throw new HttpError('conflict', `The list ${list.name} can't be deleted`);
  await lockLists(tx);
  await tx.query('DELETE FROM suppression_lists WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    list.id,
  ]);
  await queueMarking(tx);
  await writeAudit(tx, {
    action: 'delete_suppression_list',
    ...editor,
    resource: list.name,
    details: { entries: list.entries },
  });
}

/** Queues the job that marks and unmarks leads. */
export async function queueMarking(tx: TenantTransaction, delaySeconds = 0): Promise<void> {
  await tx.query("SELECT enqueue_job('mark_suppressed', delay => make_interval(secs => $1::float8))", [
    delaySeconds,
  ]);
}

export function listNotFound(): HttpError {
  return new HttpError('not_found', 'Suppression list not found');
}

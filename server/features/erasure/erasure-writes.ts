import type { Erasure } from '#contract/erasures.ts';
import type { Person } from '../../lead/persons/person.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';
import { addCounts, type ErasedCounts, foundPlaces } from './counts.ts';

interface StoredErasure {
  id: string;
  status: Erasure['status'];
  subject: Person | null;
  subjectHash: Buffer;
  suppress: boolean;
  reason: string | null;
  found: ErasedCounts;
  backups: string[];
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  erasedAt: Date | null;
}

const COLUMNS = `id, status, subject, subject_hash AS "subjectHash", suppress, reason, found, backups, created_by AS "createdBy",
  created_by_name AS "createdByName", ip_address AS "ipAddress", user_agent AS "userAgent", created_at AS "createdAt",
  erased_at AS "erasedAt"`;
const LISTED = 100;

export interface NewErasure {
  person: Person;
  subjectHash: Buffer;
  suppress: boolean;
  reason: string | undefined;
}

/** Stores an erasure with its job. */
export async function createErasure(
  tx: TenantTransaction,
  { person, subjectHash, suppress, reason }: NewErasure,
  { actor, origin }: Editor,
): Promise<string> {
  const id = newId();
  await tx.query(
    `INSERT INTO erasures
       (organization_id, id, status, subject, subject_hash, suppress, reason, created_by, created_by_name, ip_address, user_agent)
     VALUES ($1, $2, 'waiting', $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[tx.organizationId, id, JSON.stringify(person), subjectHash, suppress, reason ?? null],
      ...[actor.id, actor.username, origin.ipAddress, origin.userAgent],
    ],
  );
  await tx.query("SELECT enqueue_job('erase_person', $1)", [id]);
  return id;
}

export async function findErasure(tx: TenantTransaction, id: string): Promise<StoredErasure | null> {
  const [row] = await tx.query<StoredErasure>(
    `SELECT ${COLUMNS} FROM erasures WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

export async function listedErasures(tx: TenantTransaction): Promise<Erasure[]> {
  const rows = await tx.query<StoredErasure>(
    `SELECT ${COLUMNS} FROM erasures WHERE organization_id = $1 ORDER BY id DESC LIMIT ${LISTED}`,
    [tx.organizationId],
  );
  return rows.map(shownErasure);
}

export function shownErasure(stored: StoredErasure): Erasure {
  const { id, status, found, erasedAt, createdAt, createdByName, suppress, reason } = stored;
  return {
    ...{ id, status, suppress, reason, createdBy: createdByName },
    found: foundPlaces(found),
    erasedAt: erasedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** An erasure that a job works on. */
export type OpenErasure = StoredErasure & { subject: Person };

/**
 * Returns an erasure that hasn't ended, as running; null for any other. Erasures of an organization change its records one
 * after the other.
 */
export async function takeErasure(tx: TenantTransaction, id: string): Promise<OpenErasure | null> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('erasures:' || $1, 0))`, [tx.organizationId]);
  const [row] = await tx.query<OpenErasure>(
    `UPDATE erasures SET status = 'running'
     WHERE organization_id = $1 AND id = $2 AND status IN ('waiting', 'running') RETURNING ${COLUMNS}`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** Leads with an email or phone of the person that were being created when the erasure was asked for, or have been since. */
export async function leadsMadeSince(
  tx: TenantTransaction,
  { subject: { emails, phones }, createdAt }: OpenErasure,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM leads
     WHERE organization_id = $1 AND created_at >= $2::timestamptz - interval '10 minutes' AND (email = ANY ($3::text[]) OR phone = ANY ($4::text[]))`,
    [tx.organizationId, createdAt, emails, phones],
  );
  return rows.map(({ id }) => id);
}

export async function keepSubject(tx: TenantTransaction, id: string, subject: Person): Promise<void> {
  await tx.query('UPDATE erasures SET subject = $3 WHERE organization_id = $1 AND id = $2', [
    ...[tx.organizationId, id, JSON.stringify(subject)],
  ]);
}

export async function addFound(
  tx: TenantTransaction,
  { id, found }: OpenErasure,
  more: ErasedCounts,
): Promise<void> {
  await tx.query('UPDATE erasures SET found = $3 WHERE organization_id = $1 AND id = $2', [
    ...[tx.organizationId, id, JSON.stringify(addCounts(found, more))],
  ]);
}

/** Ends an erasure and forgets the person. */
export async function completeErasure(
  tx: TenantTransaction,
  id: string,
  { reason, backups }: { reason: string | null; backups: readonly string[] },
): Promise<void> {
  await tx.query(
    `UPDATE erasures SET status = 'completed', subject = NULL, reason = $3, backups = $4, erased_at = now()
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, reason, backups],
  );
}

/** Erased records stay erased; asking again erases the rest. */
export async function failErasure(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    `UPDATE erasures SET status = 'failed', subject = NULL
     WHERE organization_id = $1 AND id = $2 AND status IN ('waiting', 'running')`,
    [tx.organizationId, id],
  );
}

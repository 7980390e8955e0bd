import type { Actor } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { EDITED_COLUMNS, type StoredColumn } from '../fields.ts';
import type { StoredLead } from '../rows/stored-lead.ts';
import { changeLeads, foldedTextsOf, insertLeads, ONE_LEAD } from '../store/store.ts';
import { admitLeads, contactOf, suppressedError } from '../suppression/admission.ts';
import { isHit } from '../suppression/suppression-reads.ts';
import { takenIdentity } from './identity.ts';

const CHECKS = ['hlr_checked_at', 'hlr_source', 'whatsapp_checked_at', 'whatsapp_source'] as const;

/**
 * Inserts a manually entered lead; its HLR and WhatsApp statuses count as checked now.
 * @throws IdentityTaken, HttpError suppressed
 */
export async function insertLead(tx: TenantTransaction, lead: StoredLead, by: Actor): Promise<void> {
  const places = EDITED_COLUMNS.map((_, index) => `$${index + 5}`).join(', ');
  const checked = (column: 'hlr' | 'whatsapp'): string =>
    lead[column] === null ? 'NULL, NULL' : "now(), 'manual'";
  const { hits, admission } = await admitLeads(tx, [contactOf(lead)]);
  for (const hit of hits) if (isHit(hit)) throw suppressedError(hit);
  await takenIdentity(lead, () =>
    insertLeads(tx, {
      admission,
      columns: [...['organization_id', 'id', 'created_by_name', 'folded'], ...EDITED_COLUMNS, ...CHECKS],
      source: `VALUES ($1, $2, $3, $4, ${places}, ${checked('hlr')}, ${checked('whatsapp')})`,
      values: [
        tx.organizationId,
        lead.id,
        by.username,
        foldedTextsOf(lead),
        ...EDITED_COLUMNS.map((column) => storedValue(lead, column)),
      ],
    }),
  );
}

/** Origin of an HLR or WhatsApp status: a person or a program. */
export type CheckSource = 'manual' | 'api';

/**
 * Updates the changed columns of a lead. A newly set HLR or WhatsApp status counts as checked now.
 * @throws IdentityTaken
 */
export async function updateLeadColumns(
  tx: TenantTransaction,
  lead: StoredLead,
  changed: readonly StoredColumn[],
  source: CheckSource = 'manual',
): Promise<void> {
  const sets = changed.flatMap((column, index) => [
    `${column} = $${index + 4}`,
    ...(column === 'hlr' || column === 'whatsapp' ? checkedBy(lead, column, source) : []),
  ]);
  await takenIdentity(lead, () =>
    changeLeads(tx, { source: ONE_LEAD, set: ['folded = $3', ...sets] }, [
      tx.organizationId,
      lead.id,
      foldedTextsOf(lead),
      ...changed.map((column) => storedValue(lead, column)),
    ]),
  );
}

/**
 * Moves a lead into the trash or out of it.
 * @throws IdentityTaken
 */
export async function moveLead(tx: TenantTransaction, lead: StoredLead, to: 'bin' | 'list'): Promise<void> {
  await takenIdentity(lead, () =>
    changeLeads(tx, { source: ONE_LEAD, set: [`deleted_at = ${to === 'bin' ? 'now()' : 'NULL'}`] }, [
      tx.organizationId,
      lead.id,
    ]),
  );
}

function checkedBy(lead: StoredLead, column: 'hlr' | 'whatsapp', source: CheckSource): string[] {
  return lead[column] === null
    ? [`${column}_checked_at = NULL`, `${column}_source = NULL`]
    : [`${column}_checked_at = now()`, `${column}_source = '${source}'`];
}

function storedValue(lead: StoredLead, column: StoredColumn): unknown {
  return column === 'custom_data' ? JSON.stringify(lead.custom_data) : lead[column];
}

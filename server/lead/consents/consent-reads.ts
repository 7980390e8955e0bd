import type { Consented } from '#contract/consent-fields.ts';
import type { Consent, Verification } from '#contract/consents.ts';
import type { ConsentState } from '#contract/lead-consent.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

type Row = Omit<Consent, 'at' | 'createdAt' | 'undoneAt' | 'verification'> &
  Record<'at' | 'createdAt', Date> & { undoneAt: Date | null } & Omit<Verification, 'at' | 'outcome'> & {
    outcome: Verification['outcome'] | null;
    verifiedAt: Date;
  };

/** Returns all changes of a lead's consent, newest first. */
export async function consentsOf(tx: TenantTransaction, leadId: string): Promise<Consent[]> {
  const rows = await tx.query<Row>(
    `SELECT c.id, c.channel, c.state, c.at, c.source, c.text, c.url, c.ip, c.certificate, c.created_by_name AS "createdBy",
       c.created_at AS "createdAt", c.undone_at AS "undoneAt", v.outcome, v.reason, v.email_matches AS "emailMatches",
       v.phone_matches AS "phoneMatches", v.verified_at AS "verifiedAt", v.verified_by_name AS "by"
     FROM lead_consents c LEFT JOIN consent_verifications v
       ON v.organization_id = c.organization_id AND v.lead_id = c.lead_id AND v.consent_id = c.id
     WHERE c.organization_id = $1 AND c.lead_id = $2 ORDER BY c.at DESC, c.created_at DESC, c.id DESC`,
    [tx.organizationId, leadId],
  );
  return rows.map(toConsent);
}

function toConsent(row: Row): Consent {
  const { at, createdAt, undoneAt, outcome, reason, emailMatches, phoneMatches, verifiedAt, by, ...rest } =
    row;
  return {
    ...rest,
    at: at.toISOString(),
    createdAt: createdAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
    verification:
      outcome === null
        ? null
        : { outcome, reason, emailMatches, phoneMatches, at: verifiedAt.toISOString(), by },
  };
}

export interface ConsentChange {
  leadId: string;
  channel: Consented;
  state: ConsentState;
}

/** Returns the changes of leads that count, oldest first. */
export function countedConsents(tx: TenantTransaction, leadIds: readonly string[]): Promise<ConsentChange[]> {
  return tx.query<ConsentChange & Record<string, unknown>>(
    `SELECT lead_id AS "leadId", channel, state FROM lead_consents
     WHERE organization_id = $1 AND lead_id = ANY($2::uuid[]) AND undone_at IS NULL
     ORDER BY lead_id, at, created_at, id`,
    [tx.organizationId, leadIds],
  );
}

/** Returns the next leads with consents of an import, ordered by id; its undo left those in `import_kept_leads` as they are. */
export async function leadsOfImportConsents(
  tx: TenantTransaction,
  importId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ leadId: string }>(
    `SELECT DISTINCT c.lead_id AS "leadId" FROM lead_consents c
     WHERE c.organization_id = $1 AND c.import_id = $2 AND c.undone_at IS NULL
       AND NOT EXISTS (SELECT FROM import_kept_leads k
         WHERE k.organization_id = $1 AND k.import_id = $2 AND k.lead_id = c.lead_id)
       AND NOT EXISTS (SELECT FROM leads l WHERE l.organization_id = $1 AND l.import_id = $2 AND l.id = c.lead_id)
     ORDER BY 1 LIMIT $3`,
    [tx.organizationId, importId, limit],
  );
  return rows.map(({ leadId }) => leadId);
}

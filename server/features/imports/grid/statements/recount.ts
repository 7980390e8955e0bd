import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import { OUTCOME } from '../rows/grid-row.ts';
import { type RowLink, rowsWithIdentities, type StoredGrid } from './grid-reads.ts';

/** Hashes of emails and of valid phones. */
export class TouchedIdentities {
  readonly emails = new Set<string>();
  readonly phones = new Set<string>();

  get size(): number {
    return this.emails.size + this.phones.size;
  }

  /** Adds the identities of a row that is imported, or might be. */
  add({ own, emailHash, phoneHash }: Pick<RowLink, 'own' | 'emailHash' | 'phoneHash'>): void {
    if (own !== OUTCOME.imported) return;
    if (emailHash !== null) this.emails.add(emailHash);
    if (phoneHash !== null) this.phones.add(phoneHash);
  }
}

/**
 * Returns the rows that hang together with these identities: the ones that have one, the ones that share another one with
 * them, and so on. Null when there are more than `limit`.
 */
export async function connectedRows(
  tx: TenantTransaction,
  grid: Pick<StoredGrid, 'uploadId' | 'generation'>,
  { emails, phones }: TouchedIdentities,
  limit: number,
): Promise<RowLink[] | null> {
  const rows = new Map<number, RowLink>();
  const asked = new TouchedIdentities();
  for (let next = { emails: [...emails], phones: [...phones] }; ; ) {
    if (next.emails.length + next.phones.length === 0) return [...rows.values()];
    if (next.emails.length + next.phones.length > 2 * limit) return null;
    for (const hash of next.emails) asked.emails.add(hash);
    for (const hash of next.phones) asked.phones.add(hash);
    const found = await rowsWithIdentities(tx, grid, next, limit + 1);
    const reached = new TouchedIdentities();
    for (const link of found) {
      rows.set(link.row, link);
      reached.add(link);
    }
    if (rows.size > limit) return null;
    next = {
      emails: [...reached.emails].filter((hash) => !asked.emails.has(hash)),
      phones: [...reached.phones].filter((hash) => !asked.phones.has(hash)),
    };
  }
}

/**
 * Returns the rows whose outcome changes when rows that hang together are inserted one after another: an inserted row
 * claims its identities for the rows after it, a rejected row claims nothing.
 */
export function changedOutcomes(rows: readonly RowLink[]): { link: RowLink; outcome: number }[] {
  const emails = new Set<string>();
  const phones = new Set<string>();
  return rows
    .toSorted((one, other) => one.row - other.row)
    .flatMap((link) => {
      const { emailHash, phoneHash } = link;
      const isRepeat =
        (emailHash !== null && emails.has(emailHash)) || (phoneHash !== null && phones.has(phoneHash));
      if (!isRepeat && emailHash !== null) emails.add(emailHash);
      if (!isRepeat && phoneHash !== null) phones.add(phoneHash);
      const outcome = isRepeat ? OUTCOME.duplicateInFile : OUTCOME.imported;
      return outcome === link.outcome ? [] : [{ link, outcome }];
    });
}

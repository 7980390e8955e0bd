import type { TenantTransaction } from '../security/scope.ts';

/** The entry of a sum in `lead_places`. */
export const SUM_ENTRY = '00000000-0000-0000-0000-000000000000';

/** A place in the list of all leads, newest first: `skipped` leads have ids from `below` on, and are before it. */
export interface ListPlace {
  below: string;
  skipped: number;
}

/** The last place in the list of all leads that has at most `offset` before it; null when there is none in between. */
export async function placeBefore(tx: TenantTransaction, offset: number): Promise<ListPlace | null> {
  // Sums alone begin stretches, but every entry counts.
  const [found] = await tx.query<{ place: string; skipped: number }>(
    `SELECT place, skipped::int8 FROM (
       SELECT place, entry, sum(leads) OVER (ORDER BY place DESC) AS skipped FROM lead_places WHERE organization_id = $1
     ) AS places
     WHERE entry = $2 AND place <> '' AND skipped <= $3 ORDER BY place LIMIT 1`,
    [tx.organizationId, SUM_ENTRY, offset],
  );
  return found === undefined ? null : { below: lowestId(found.place), skipped: found.skipped };
}

/** The lowest id that begins so. */
function lowestId(place: string): string {
  return `${place}000-0000-0000-000000000000`;
}

import type { TenantTransaction } from '../security/scope.ts';
import { SUM_ENTRY } from './place-reads.ts';
import { takeFoldingTurn } from './stat-folding-writes.ts';

/** Leads of a stretch from which on a new one begins: about as far may a page be from the beginning of one. */
const STRETCH_LEADS = 10_000;

/** How many leads have ids that begin with `place`. */
interface Added {
  place: string;
  leads: number;
}

/** The sum of the leads from a place on. */
interface Stretch extends Added {
  /** The last place that it holds leads of. */
  lastPlace: string;
}

/**
 * Adds what was written since the last time to the sums of the stretches, and begins new ones behind the last. What is from
 * a place on adds up to the same before, meanwhile and after. Does nothing while another server folds the same organization.
 */
export async function foldPlaces(tx: TenantTransaction, most = STRETCH_LEADS): Promise<void> {
  if (!(await takeFoldingTurn(tx, 'lead_places'))) return;
  const added = await tx.query<Added>(
    `WITH gone AS (DELETE FROM lead_places WHERE organization_id = $1 AND entry <> $2 RETURNING place, leads)
     SELECT place, sum(leads)::int8 AS leads FROM gone GROUP BY place ORDER BY place`,
    [tx.organizationId, SUM_ENTRY],
  );
  if (added.length === 0) return;
  const stretches = await tx.query<Stretch>(
    `SELECT place, leads, last_place AS "lastPlace" FROM lead_places
     WHERE organization_id = $1 AND entry = $2 ORDER BY place`,
    [tx.organizationId, SUM_ENTRY],
  );
  const changed = foldedInto(stretches, added, most);
  await tx.query(
    `INSERT INTO lead_places (organization_id, place, entry, leads, last_place)
     SELECT $1, place, $2, leads, last_place
     FROM unnest($3::text[], $4::int8[], $5::text[]) AS s (place, leads, last_place)
     ON CONFLICT (organization_id, place, entry) DO UPDATE SET leads = excluded.leads, last_place = excluded.last_place`,
    [
      tx.organizationId,
      SUM_ENTRY,
      changed.map(({ place }) => place),
      changed.map(({ leads }) => leads),
      changed.map(({ lastPlace }) => lastPlace),
    ],
  );
}

/** The stretches that change; all are given in the order of their places. The first begins before all ids. */
function foldedInto(stretches: readonly Stretch[], added: readonly Added[], most: number): Stretch[] {
  const all = stretches.length === 0 ? [{ place: '', leads: 0, lastPlace: '' }] : [...stretches];
  const changed = new Set<Stretch>();
  let at = 0;
  for (const { place, leads } of added) {
    while ((all[at + 1]?.place ?? LAST) <= place) at++;
    let stretch = all[at] as Stretch;
    if (at === all.length - 1 && place > stretch.lastPlace && stretch.leads >= most) {
      stretch = { place, leads: 0, lastPlace: place };
      all.push(stretch);
      at++;
    }
    stretch.leads += leads;
    if (place > stretch.lastPlace) stretch.lastPlace = place;
    changed.add(stretch);
  }
  return [...changed];
}

/** After every place: those are hexadecimal. */
const LAST = '~';

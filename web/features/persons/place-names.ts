import type { FoundPlaces, PersonPlace } from '#contract/erasures.ts';
import { formatNumber } from '../../lib/format.ts';

/** Names of the places, and what an erasure does there. */
export const PLACES: Record<PersonPlace, { name: string; erased: string }> = {
  leads: { name: 'Leads', erased: 'Deleted; sold leads become anonymous, texts of other leads are redacted' },
  trash: { name: 'Bin', erased: 'Deleted' },
  notes: { name: 'Notes', erased: 'Deleted; notes of other leads are redacted' },
  timeline: { name: 'Timeline', erased: 'Deleted; timelines of other leads are redacted' },
  sales: { name: 'Sales', erased: 'Amounts stay, without the person' },
  reports: { name: 'Import reports', erased: 'Rows removed; totals stay' },
  uploads: { name: 'Uploaded files', erased: 'Deleted as a whole' },
  drafts: { name: 'Drafts and mappings', erased: 'Deleted or redacted' },
  grids: { name: 'Open grids', erased: 'Deleted with their edits' },
  queue: { name: 'Import queue', erased: 'Files must be uploaded again without the person' },
  audit: { name: 'Audit logs', erased: 'Redacted; the chain still verifies' },
  views: { name: 'Views', erased: 'Deleted' },
  replies: { name: 'API replies', erased: 'Redacted' },
  operations: { name: 'Operations', erased: 'Redacted; merges can no longer be undone' },
  deliveries: { name: 'Deliveries', erased: 'Redacted' },
  suppressions: { name: 'Suppression lists', erased: 'Reasons and sources no longer name the person' },
  consents: { name: 'Consents', erased: 'Deleted' },
};

export function foundText(found: FoundPlaces): string {
  if (found.length === 0) return 'Nothing found';
  return found.map(({ place, count }) => `${PLACES[place].name} ${formatNumber(count)}`).join(' · ');
}

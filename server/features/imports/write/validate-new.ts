import { STORED } from '../../../lead/fields.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import { newLead } from '../../../lead/store/store.ts';
import type { LeadDraft, MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import { newId } from '../../../platform/ids.ts';
import type { LeadsInMemory } from './leads-in-memory.ts';
import { duplicateReport } from './row-reports.ts';
import type { SettledUpdate } from './validate-update.ts';

/** Outcome of a row that matches no lead, by the rules of create mode. Changes nothing. */
export function validateNew(leads: LeadsInMemory, row: MappedRow): SettledUpdate {
  const asNew = row.asNew?.() ?? row;
  const { problems } = asNew;
  if (!isSound(asNew)) return { outcome: 'error', report: null, problems };
  const lead = storedLeadOf(asNew.draft);
  const holder = leads.otherHolder(lead);
  if (holder === undefined) return { outcome: 'created', lead, problems };
  const repeated = { ...holder, row: leads.rowOf(holder.id), isOwn: leads.isOwn(holder.id) };
  return { outcome: 'duplicate', report: duplicateReport(row.number, lead, repeated), repeated, problems };
}

/** Returns the lead that a draft becomes. */
function storedLeadOf(draft: LeadDraft): StoredLead {
  const made = newLead(draft, newId());
  const columns = STORED.map(([column, , key]) => [column, made[key] ?? null]);
  return { ...Object.fromEntries(columns), is_sold: false };
}

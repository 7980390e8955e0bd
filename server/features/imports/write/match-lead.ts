import type { ImportMode } from '#contract/imports.ts';
import { leadPlans, meantBy, type NumberSearch, searchesFor } from '../../../lead/phones/find-leads.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { LeadsInMemory } from './leads-in-memory.ts';
import type { WantedIdentities } from './matching-reads.ts';

/** Field by which an update finds leads. */
export type UpdateMatchField = Exclude<ImportMode, { mode: 'create' }>['matchField'];

export type PhoneSearches = ReadonlyMap<MappedRow, readonly NumberSearch[]>;

/** Identities that the batch matches by or writes. */
export function wantedBy(rows: readonly MappedRow[], searches: PhoneSearches = new Map()): WantedIdentities {
  const drafts = rows.map((row) => row.draft);
  const sought = [...searches.values()].flat();
  const present = (values: (string | undefined)[]): string[] => [
    ...new Set(values.filter((value) => value !== undefined)),
  ];
  return {
    ids: present(drafts.map((draft) => draft.id)),
    emails: present(drafts.map((draft) => draft.email)),
    phones: present([
      ...drafts.map((draft) => (draft.numberValid ? draft.phone : undefined)),
      ...sought.flatMap(({ candidates }) => candidates),
    ]),
    digits: present(sought.map(({ digits }) => digits || undefined)),
  };
}

/**
 * Searches by which rows find leads by phone in any spelling: a national number is one of the row's country, else of each lead's.
 * `countries` collects those that rows give to leads.
 */
export async function searchPhones(
  tx: TenantTransaction,
  matchField: UpdateMatchField,
  rows: readonly MappedRow[],
  countries: Set<string> = new Set(),
): Promise<PhoneSearches> {
  if (matchField !== 'phone') return new Map();
  for (const { draft, asNew } of rows) {
    if (draft.country !== undefined) countries.add(draft.country);
    // A lead created by this row may have its phone's country, or the default one.
    const country = asNew?.().draft.country;
    if (country !== undefined) countries.add(country);
  }
  const plans = await leadPlans(tx, countries);
  return new Map(
    rows.flatMap((row) => {
      const { typedPhone, country = null } = row.draft;
      return typedPhone ? [[row, searchesFor({ text: typedPhone.text, country }, plans)] as const] : [];
    }),
  );
}

/** Leads that a row names, as the rows before it left them. */
export function leadsNamed(
  leads: LeadsInMemory,
  matchField: UpdateMatchField,
  row: MappedRow,
  searches: PhoneSearches,
): StoredLead[] {
  const { id, email } = row.draft;
  if (matchField === 'phone') return leadsOfPhone(leads, row, searches);
  const lead = matchField === 'id' ? leads.byId(id) : leads.byEmail(email);
  return lead === undefined ? [] : [lead];
}

function leadsOfPhone(leads: LeadsInMemory, row: MappedRow, searches: PhoneSearches): StoredLead[] {
  const { phone, numberValid } = row.draft;
  const parts = searches.get(row) ?? [];
  for (const part of parts) {
    const meant = meantBy(part, (candidate) => leads.byPhone(candidate));
    if (meant.length > 0) return meant;
  }
  const read = numberValid ? leads.byPhone(phone) : undefined;
  if (read !== undefined) return [read];
  return parts.map(({ digits }) => leads.byDigits(digits)).find((found) => found.length > 0) ?? [];
}

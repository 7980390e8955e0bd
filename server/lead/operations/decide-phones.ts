import type { TenantTransaction } from '../../platform/db/scope.ts';
import { canonicalCountry } from '../countries/canonical-country.ts';
import { readPhone } from '../phones/read-phone.ts';
import { suppressedMessage } from '../suppression/admission.ts';
import { askLists, type Hit, isHit, listsOf } from '../suppression/suppression-reads.ts';
import type { ListRow, RowOutcome, RowResult } from './operation.ts';
import type { TargetLead } from './target-lead-reads.ts';

/** The new phone of a lead, with the one it has. */
export interface PhoneWrite {
  id: string;
  country: string | null;
  before: { phone: string | null; numberValid: boolean };
  phone: string;
}

/** State on which phone updates are decided; updated with every row. */
export interface PhoneState {
  /** The leads outside the trash that rows name. */
  leads: Map<string, TargetLead>;
  /** Owners of the valid phones that rows would set. */
  holders: Map<string, string>;
  /** Phones on a suppression list. */
  listed: ReadonlyMap<string, Hit>;
  /** Leads to which an earlier row gave a new phone. */
  changed: Set<string>;
}

/** As far as the row and its lead alone tell. */
export interface ReadRow {
  row: ListRow;
  /** The lead, locked; null without one. */
  lead: TargetLead | null;
  /** E.164; null when it isn't a valid number for the lead's country. */
  phone: string | null;
}

/** Decision on a row. */
export interface PhoneDecision {
  result: RowResult;
  /** The change to write, or the change that a conflict prevents. */
  write: PhoneWrite | null;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** In lower case; null when it isn't an id. */
export function leadIdOf({ identifier }: ListRow): string | null {
  return UUID.test(identifier) ? identifier.toLowerCase() : null;
}

/** Reads the new phone of each row with its lead's country. */
export function readRows(rows: readonly ListRow[], leads: ReadonlyMap<string, TargetLead>): ReadRow[] {
  return rows.map((row) => {
    const lead = leads.get(leadIdOf(row) ?? '') ?? null;
    const iso = lead === null || lead.country === null ? null : canonicalCountry(lead.country).iso;
    const reading = lead === null || row.value === null ? null : readPhone(row.value, iso);
    return { row, lead, phone: reading?.valid === true ? reading.phone : null };
  });
}

/** Returns those of the new phones that are on a suppression list. */
export async function listedPhones(
  tx: TenantTransaction,
  rows: readonly ReadRow[],
): Promise<Map<string, Hit>> {
  const phones = [...new Set(rows.flatMap(({ phone }) => phone ?? []))];
  const hits = await askLists(
    tx,
    phones.map((phone) => ({ email: null, phone })),
  );
  return new Map(
    phones.flatMap((phone, at) => {
      const hit = hits[at];
      return hit !== undefined && isHit(hit) ? [[phone, hit] as const] : [];
    }),
  );
}

/**
 * Decides rows in order, each as if those before it were applied: a number given up is free, one that another lead has is a conflict, and
 * each lead gets one new phone per file.
 */
export function decidePhones(rows: readonly ReadRow[], state: PhoneState): PhoneDecision[] {
  return rows.map(({ row, lead: found, phone }) => {
    const decided = (outcome: RowOutcome, message: string | null, write: PhoneWrite | null = null) => ({
      result: { rowNumber: row.rowNumber, outcome, leadId: found?.id ?? null, key: null, message },
      write,
    });
    const lead = found === null ? undefined : state.leads.get(found.id);
    if (leadIdOf(row) === null) return decided('invalid', 'Not a valid Lead ID');
    if (row.value === null) return decided('invalid', 'The row has no phone');
    if (lead === undefined) return decided('not_found', 'No lead has this ID');
    if (phone === null) return decided('invalid', invalidPhone(lead.country));
    if (lead.numberValid && lead.phone === phone) {
      return decided('unchanged', 'The lead already has this number');
    }
    const { id } = lead;
    const write = {
      id,
      country: lead.country,
      before: { phone: lead.phone, numberValid: lead.numberValid },
      phone,
    };
    if (state.changed.has(id)) {
      return decided('conflict', 'An earlier row gave this lead another number', write);
    }
    const hit = state.listed.get(phone);
    if (hit !== undefined) {
      const { result } = decided('suppressed', suppressedMessage(hit));
      return { result: { ...result, lists: listsOf(hit) }, write };
    }
    const holder = state.holders.get(phone);
    if (holder !== undefined && holder !== id) {
      return decided('conflict', `Another lead already has this number: ${holder}`, write);
    }
    if (lead.numberValid && lead.phone !== null) state.holders.delete(lead.phone);
    state.holders.set(phone, id);
    state.changed.add(id);
    state.leads.set(id, { ...lead, phone, numberValid: true });
    return decided('changed', null, write);
  });
}

function invalidPhone(country: string | null): string {
  return country === null
    ? 'Not a valid international number, and the lead has no country to read it with'
    : `Not a valid number in ${country}; numbers from other countries start with +`;
}

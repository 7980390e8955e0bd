import { canonicalCountry } from '../../../lead/countries/canonical-country.ts';
import type { ListRow, RowOutcome, RowResult } from '../../../lead/operations/list-action.ts';
import { readPhone } from '../../../lead/phones/read-phone.ts';
import type { ListedLead } from '../rows/listed-lead-reads.ts';
import type { PhoneWrite } from './change-writes.ts';

/** What rows of new phones are decided by; brought up to date with every row that is. */
export interface PhoneState {
  /** The leads outside the bin that rows name. */
  leads: Map<string, ListedLead>;
  /** Who has the valid phones that rows would set. */
  holders: Map<string, string>;
  /** Leads that an earlier row gave a new phone. */
  changed: Set<string>;
}

/** A row of new phones as it can be told from the row and its lead alone. */
export interface ReadRow {
  row: ListRow;
  /** The lead, locked; null when there is none. */
  lead: ListedLead | null;
  /** E.164; null when it is no valid number of the lead's country. */
  phone: string | null;
}

/** What is to be done with a row. */
export interface PhoneDecision {
  result: RowResult;
  /** The change, or the one that a conflict stands against. */
  write: PhoneWrite | null;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The id that a row names, in lower case, or null when it is no id at all. */
export function leadIdOf({ identifier }: ListRow): string | null {
  return UUID.test(identifier) ? identifier.toLowerCase() : null;
}

/** Reads the new phone of each row with its lead's country. */
export function readRows(rows: readonly ListRow[], leads: ReadonlyMap<string, ListedLead>): ReadRow[] {
  return rows.map((row) => {
    const lead = leads.get(leadIdOf(row) ?? '') ?? null;
    const iso = lead === null || lead.country === null ? null : canonicalCountry(lead.country).iso;
    const reading = lead === null || row.value === null ? null : readPhone(row.value, iso);
    return { row, lead, phone: reading?.valid === true ? reading.phone : null };
  });
}

/**
 * Decides rows in their order, each as if those before it were carried out already: a number that a lead gave up is
 * free, one that another lead has is a conflict, and a lead gets one new phone from a list.
 */
export function decidePhones(rows: readonly ReadRow[], state: PhoneState): PhoneDecision[] {
  return rows.map(({ row, lead: found, phone }) => {
    const decided = (outcome: RowOutcome, message: string | null, write: PhoneWrite | null = null) => ({
      result: { rowNumber: row.rowNumber, outcome, leadId: found?.id ?? null, key: null, message },
      write,
    });
    const lead = found === null ? undefined : state.leads.get(found.id);
    if (leadIdOf(row) === null) return decided('invalid', 'This is no lead ID');
    if (row.value === null) return decided('invalid', 'The row has no phone');
    if (lead === undefined) return decided('not_found', 'There is no lead of this ID');
    if (phone === null) return decided('invalid', invalidPhone(lead.country));
    if (lead.numberValid && lead.phone === phone) {
      return decided('unchanged', 'The lead has this number already');
    }
    const { id } = lead;
    const write = {
      id,
      before: { phone: lead.phone, numberValid: lead.numberValid },
      after: { phone, numberValid: true },
    };
    if (state.changed.has(id)) {
      return decided('conflict', 'An earlier row gave this lead another number', write);
    }
    const holder = state.holders.get(phone);
    if (holder !== undefined && holder !== id) {
      return decided('conflict', `Another lead has this number: ${holder}`, write);
    }
    if (lead.numberValid && lead.phone !== null) state.holders.delete(lead.phone);
    state.holders.set(phone, id);
    state.changed.add(id);
    state.leads.set(id, { ...lead, ...write.after });
    return decided('changed', null, write);
  });
}

function invalidPhone(country: string | null): string {
  return country === null
    ? 'This is no valid international number, and the lead has no country to read it with'
    : `This is no valid number of ${country}; other international ones begin with +`;
}

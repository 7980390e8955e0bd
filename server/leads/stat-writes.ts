import { newId } from '../ids.ts';
import type { TenantTransaction } from '../security/scope.ts';
import { amountBand } from './amount-band.ts';
import { checkClass } from './check-class.ts';

/** What of a lead is counted. */
export interface CountedLead {
  phone: string | null;
  numberValid: boolean;
  status: string;
  country: string | null;
  brand: string | null;
  source: string | null;
  isSold: boolean;
  hlr: string | null;
  whatsapp: string | null;
  depositDate: string | null;
  /** Decimal text with two places. */
  depositAmount: string | null;
  tags: readonly string[];
}

/** What leads are counted by. */
export type StatDimension =
  | 'all'
  | 'country'
  | 'brand'
  | 'source'
  | 'status'
  | 'sold'
  | 'hlr'
  | 'whatsapp'
  | 'number'
  | 'deposit_date'
  | 'amount'
  | 'tag';

interface Entry {
  total: number;
  valid: number;
  qualified: number;
}

/** Gathers what a transaction changes in the counts of leads outside the bin; written with the rows themselves. */
export class LeadCounts {
  private readonly entries = new Map<StatDimension, Map<string, Entry>>();

  /** The same counts, to go on from. */
  copy(): LeadCounts {
    const copy = new LeadCounts();
    for (const [dimension, entries] of this.entries) {
      copy.entries.set(dimension, new Map([...entries].map(([value, entry]) => [value, { ...entry }])));
    }
    return copy;
  }

  /** A lead that is there from now on. */
  add(lead: CountedLead): void {
    this.count(lead, 1);
  }

  /** A lead that is there no more. */
  remove(lead: CountedLead): void {
    this.count(lead, -1);
  }

  /** Commits with the transaction of the rows; waits for no other writer. */
  async write(tx: TenantTransaction): Promise<void> {
    const columns = this.take();
    if (columns[1].length === 0) return;
    await tx.query(
      `INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
       SELECT $1, $2, e.* FROM unnest($3::text[], $4::text[], $5::int8[], $6::int8[], $7::int8[]) AS e`,
      [tx.organizationId, ...columns],
    );
  }

  /**
   * Hands over what was gathered, for a statement that writes it together with other things: the entry's id, then the
   * columns dimension, value, total, valid and qualified.
   */
  take(): [string, StatDimension[], string[], number[], number[], number[]] {
    const moved = [...this.entries].flatMap(([dimension, entries]) =>
      [...entries].flatMap(([value, entry]) => (isMoved(entry) ? { dimension, value, ...entry } : [])),
    );
    this.entries.clear();
    return [
      newId(),
      moved.map(({ dimension }) => dimension),
      moved.map(({ value }) => value),
      moved.map(({ total }) => total),
      moved.map(({ valid }) => valid),
      moved.map(({ qualified }) => qualified),
    ];
  }

  private count(lead: CountedLead, sign: 1 | -1): void {
    const valid = lead.numberValid ? sign : 0;
    const qualified = lead.status.toLowerCase() === 'qualified' ? sign : 0;
    const at = (dimension: StatDimension, value: string): void => {
      const entry = this.entryOf(dimension, value);
      entry.total += sign;
      entry.valid += valid;
      entry.qualified += qualified;
    };
    at('all', '');
    at('country', lead.country ?? '');
    at('brand', lead.brand ?? '');
    at('source', lead.source ?? '');
    at('status', lead.status);
    at('sold', String(lead.isSold));
    at('hlr', String(checkClass(lead.hlr)));
    at('whatsapp', String(checkClass(lead.whatsapp)));
    at('number', lead.phone === null ? '' : lead.numberValid ? 'valid' : 'invalid');
    at('deposit_date', lead.depositDate ?? '');
    at('amount', lead.depositAmount === null ? '' : amountBand(lead.depositAmount));
    for (const tag of lead.tags) at('tag', tag);
  }

  private entryOf(dimension: StatDimension, value: string): Entry {
    let entries = this.entries.get(dimension);
    if (entries === undefined) {
      entries = new Map();
      this.entries.set(dimension, entries);
    }
    let entry = entries.get(value);
    if (entry === undefined) {
      entry = { total: 0, valid: 0, qualified: 0 };
      entries.set(value, entry);
    }
    return entry;
  }
}

function isMoved({ total, valid, qualified }: Entry): boolean {
  return total !== 0 || valid !== 0 || qualified !== 0;
}

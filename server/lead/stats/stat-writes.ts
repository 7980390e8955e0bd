import { FILTERED_FIELDS, type FilteredField } from '#contract/lead-fields.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { checkClass } from './check-class.ts';

/** Fields of a lead that the counts depend on. */
export interface CountedLead
  extends Partial<Record<Exclude<FilteredField['key'], 'status'>, string | null | undefined>> {
  phone?: string | null | undefined;
  numberValid: boolean;
  status: string;
  isSold?: boolean | undefined;
  hlr?: string | null | undefined;
  whatsapp?: string | null | undefined;
  tags: readonly string[];
}

/** Fields that leads can be filtered by; each is a dimension. */
const FIELDS = FILTERED_FIELDS.map(({ key }) => key);
const DIMENSIONS = ['all', ...FIELDS, 'sold', 'hlr', 'whatsapp', 'number', 'tag'] as const;

/** Dimension by which leads are counted. */
export type StatDimension = (typeof DIMENSIONS)[number];

const QUALIFIED = 'qualified';
/** Stored values of the classes that `checkClass` returns. */
const CLASS_NAMES = ['0', '1', '2'] as const;

interface Entry {
  total: number;
  valid: number;
  qualified: number;
}

function noEntries(): Record<StatDimension, Map<string, Entry>> {
  const entries = DIMENSIONS.map((dimension) => [dimension, new Map<string, Entry>()]);
  return Object.fromEntries(entries) as Record<StatDimension, Map<string, Entry>>;
}

/** Collects a transaction's changes to the counts of leads outside the trash, to be written with the leads themselves. */
export class LeadCounts {
  private readonly entries = noEntries();

  /** Returns an independent copy. */
  copy(): LeadCounts {
    const copy = new LeadCounts();
    for (const dimension of DIMENSIONS) {
      for (const [value, entry] of this.entries[dimension]) copy.entries[dimension].set(value, { ...entry });
    }
    return copy;
  }

  /** Counts a lead that was added. */
  add(lead: CountedLead): void {
    this.count(lead, 1);
  }

  /** Discounts a lead that was removed. */
  remove(lead: CountedLead): void {
    this.count(lead, -1);
  }

  /** Writes the changes in the transaction of the leads. Never waits for another writer. */
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
   * Returns and clears the collected changes, for a statement that also writes other data: the id of the entry, then the
   * columns dimension, value, total, valid and qualified.
   */
  take(): [string, StatDimension[], string[], number[], number[], number[]] {
    const moved = DIMENSIONS.flatMap((dimension) =>
      [...this.entries[dimension]].flatMap(([value, entry]) =>
        isMoved(entry) ? { dimension, value, ...entry } : [],
      ),
    );
    for (const dimension of DIMENSIONS) this.entries[dimension].clear();
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
    const { entries } = this;
    const valid = lead.numberValid ? sign : 0;
    const qualified = isQualified(lead.status) ? sign : 0;
    move(entries.all, '', sign, valid, qualified);
    for (const field of FIELDS) move(entries[field], lead[field] ?? '', sign, valid, qualified);
    move(entries.sold, lead.isSold === true ? 'true' : 'false', sign, valid, qualified);
    move(entries.hlr, CLASS_NAMES[checkClass(lead.hlr)], sign, valid, qualified);
    move(entries.whatsapp, CLASS_NAMES[checkClass(lead.whatsapp)], sign, valid, qualified);
    move(entries.number, numberKind(lead), sign, valid, qualified);
    for (const tag of lead.tags) move(entries.tag, tag, sign, valid, qualified);
  }
}

function move(
  entries: Map<string, Entry>,
  value: string,
  total: number,
  valid: number,
  qualified: number,
): void {
  const entry = entries.get(value);
  if (entry === undefined) {
    entries.set(value, { total, valid, qualified });
    return;
  }
  entry.total += total;
  entry.valid += valid;
  entry.qualified += qualified;
}

function isQualified(status: string): boolean {
  return status.length === QUALIFIED.length && status.toLowerCase() === QUALIFIED;
}

function numberKind({ phone, numberValid }: CountedLead): string {
  if (phone === null || phone === undefined) return '';
  return numberValid ? 'valid' : 'invalid';
}

function isMoved({ total, valid, qualified }: Entry): boolean {
  return total !== 0 || valid !== 0 || qualified !== 0;
}

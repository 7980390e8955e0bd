import { Buffer } from 'node:buffer';
import { countsOf } from '../../../lead/change/count-changes.ts';
import type { ImportNote } from '../../../lead/edits/import-note-writes.ts';
import type { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import { newLead, newLeadText } from '../../../lead/store/store.ts';
import type { LeadDraft, MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import { newId } from '../../../platform/ids.ts';
import { isDropped } from '../rows/row-edit.ts';
import { editReports } from './edit-reports.ts';
import { type CreatedRange, type RowReport, reportOf } from './record-batch.ts';
import { SeenIdentities } from './seen-identities.ts';

/**
 * A batch of new leads, ready to be written without further CPU work. It holds encoded text and numbers instead of lead
 * objects, so that each row's objects can be garbage collected as soon as the row is added.
 */
export interface CreateBatch {
  /** Number of rows of the file in this batch. */
  rows: number;
  /** Number of rows with an error, which are not written. */
  errors: number;
  /** Number of rows that users dropped, and of rows that they edited or dropped. */
  skipped: number;
  fixed: number;
  /** Problems found in cells, in file order. */
  reports: readonly RowReport[];
  /** Row numbers in the file of the rows to write, by their ordinal in `text`. */
  numbers: readonly number[];
  /** Ids of the new leads, in the same order. */
  ids: readonly string[];
  /** New leads of these rows, encoded for the staging table. */
  text: readonly Buffer[];
  /** Changes to the counts of leads, assuming that no row is a duplicate. */
  leadCounts: LeadCounts;
  /** Number of rows with an invalid phone, assuming that no row is a duplicate. */
  invalidPhones: number;
  /**
   * Ordinals of the rows whose email or valid phone an earlier row of the file has, or may have. The others share none
   * with any earlier row.
   */
  repeats: readonly number[];
  /** First and last id of the new leads; null if there are none. */
  created: CreatedRange | null;
  /** Notes of the rows to write, with their ordinals in `text`. */
  notes: readonly (ImportNote & { ordinal: number })[];
}

/** Builds batches row by row. Takes ownership of the rows it is given. */
export class CreateBatchBuilder {
  private readonly text = newLeadText();
  private rows = 0;
  private errors = 0;
  private skipped = 0;
  private fixed = 0;
  private reports: RowReport[] = [];
  private numbers: number[] = [];
  private ids: string[] = [];
  private leadCounts = countsOf([]);
  private invalidPhones = 0;
  private repeats: number[] = [];
  private notes: (ImportNote & { ordinal: number })[] = [];
  private readonly seen: SeenIdentities;

  /** @param totalRows number of rows of the file */
  constructor(totalRows: number) {
    this.seen = new SeenIdentities(totalRows);
  }

  /** Number of rows added since the last `take`. */
  get size(): number {
    return this.rows;
  }

  add(row: MappedRow): void {
    this.rows++;
    for (const problem of row.problems) this.reports.push(reportOf(row.number, problem));
    this.reports.push(...editReports(row));
    if (row.edit !== undefined) this.fixed++;
    if (isDropped(row)) this.skipped++;
    else if (isSound(row)) this.addLead(row.number, row.draft);
    else this.errors++;
  }

  /** Returns the rows added since the last call as a batch. */
  take(): CreateBatch {
    const { rows, errors, skipped, fixed, reports, numbers, ids, leadCounts, invalidPhones, repeats, notes } =
      this;
    this.rows = this.errors = this.skipped = this.fixed = this.invalidPhones = 0;
    [this.reports, this.numbers, this.ids, this.repeats, this.notes] = [[], [], [], [], []];
    this.leadCounts = countsOf([]);
    const [first, last] = [ids[0], ids.at(-1)];
    return {
      rows,
      errors,
      skipped,
      fixed,
      reports,
      numbers,
      ids,
      text: this.text.take(),
      leadCounts,
      invalidPhones,
      repeats,
      created: first === undefined || last === undefined ? null : { first, last },
      notes,
    };
  }

  private addLead(number: number, draft: LeadDraft): void {
    const { phone, numberValid, note } = draft;
    const lead = newLead(draft, newId());
    if (this.isRepeat(draft)) this.repeats.push(this.numbers.length);
    if (note !== undefined) {
      this.notes.push({ leadId: lead.id, text: Buffer.from(note), ordinal: this.numbers.length });
    }
    this.numbers.push(number);
    this.ids.push(lead.id);
    this.text.add(lead);
    this.leadCounts.addNew(lead);
    if (phone !== undefined && !numberValid) this.invalidPhones++;
  }

  /** Returns whether the row may share an identity with an earlier one; from now on, its identities count as seen. */
  private isRepeat({ email, phone, numberValid }: LeadDraft): boolean {
    const hasEmail = email !== undefined && this.seen.add(email);
    const hasPhone = phone !== undefined && numberValid && this.seen.add(phone);
    return hasEmail || hasPhone;
  }
}

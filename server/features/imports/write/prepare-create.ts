import { Buffer } from 'node:buffer';
import { countsOf } from '../../../lead/change/count-changes.ts';
import { changesOfGiven, type NewConsent } from '../../../lead/consents/consent-writes.ts';
import type { ImportNote } from '../../../lead/edits/note-writes.ts';
import type { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import { newLead, newLeadText } from '../../../lead/store/store.ts';
import type { Contact } from '../../../lead/suppression/keys.ts';
import type { LeadDraft, MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import { newId } from '../../../platform/ids.ts';
import { isDropped } from '../rows/row-edit.ts';
import { type CreatedRange, type RowReport, reportOf } from './record-batch.ts';
import { editReports } from './row-reports.ts';
import { SeenIdentities } from './seen-identities.ts';

/** A batch of new leads as encoded text and numbers, so that each row's objects can be collected once it is added. */
export interface CreateBatch {
  /** Number of rows of the file in this batch. */
  rows: number;
  /** Number of rows with an error, which are not written. */
  errors: number;
  /** Rows that users dropped; `edited` counts these too. */
  skipped: number;
  fixed: number;
  /** Problems found in cells, in file order. */
  reports: readonly RowReport[];
  /** Row numbers in the file, by ordinal in `text`. */
  numbers: readonly number[];
  /** Ids of the new leads, in the same order. */
  ids: readonly string[];
  /** Emails and valid phones of the new leads, by which suppression lists are asked. */
  contacts: readonly Contact[];
  /** New leads of these rows, encoded for the staging table. */
  text: readonly Buffer[];
  /** Assuming that no row is a duplicate. */
  leadCounts: LeadCounts;
  /** Assuming that no row is a duplicate. */
  invalidPhones: number;
  /** Ordinals of rows that may share an email or valid phone with an earlier row; the others don't. */
  repeats: readonly number[];
  created: CreatedRange | null;
  /** Notes of the rows to write, with their ordinals in `text`. */
  notes: readonly (ImportNote & { ordinal: number })[];
  /** Consents of the rows to write, likewise. */
  consents: readonly (NewConsent & { ordinal: number })[];
}

/** Takes ownership of the rows it is given. */
export class CreateBatchBuilder {
  private readonly text = newLeadText();
  private rows = 0;
  private errors = 0;
  private skipped = 0;
  private fixed = 0;
  private reports: RowReport[] = [];
  private numbers: number[] = [];
  private ids: string[] = [];
  private contacts: Contact[] = [];
  private leadCounts = countsOf([]);
  private invalidPhones = 0;
  private repeats: number[] = [];
  private notes: (ImportNote & { ordinal: number })[] = [];
  private consents: (NewConsent & { ordinal: number })[] = [];
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
    const { rows, errors, skipped, fixed, reports, numbers, ids, contacts, leadCounts, invalidPhones } = this;
    const { repeats, notes, consents } = this;
    this.rows = this.errors = this.skipped = this.fixed = this.invalidPhones = 0;
    [this.reports, this.numbers, this.ids, this.contacts, this.repeats] = [[], [], [], [], []];
    [this.notes, this.consents] = [[], []];
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
      contacts,
      text: this.text.take(),
      leadCounts,
      invalidPhones,
      repeats,
      created: first === undefined || last === undefined ? null : { first, last },
      notes,
      consents,
    };
  }

  private addLead(number: number, draft: LeadDraft): void {
    const { email = null, phone, numberValid, note, givenConsent } = draft;
    const lead = newLead(draft, newId());
    if (this.isRepeat(draft)) this.repeats.push(this.numbers.length);
    if (note !== undefined) {
      this.notes.push({ leadId: lead.id, text: Buffer.from(note), ordinal: this.numbers.length });
    }
    if (givenConsent !== undefined) {
      const ordinal = this.numbers.length;
      for (const one of changesOfGiven(lead.id, givenConsent)) this.consents.push({ ...one, ordinal });
    }
    this.numbers.push(number);
    this.ids.push(lead.id);
    this.contacts.push({ email, phone: numberValid ? (phone ?? null) : null });
    this.text.add(lead);
    this.leadCounts.addNew(lead);
    if (phone !== undefined && !numberValid) this.invalidPhones++;
  }

  /** Whether the row may share an identity with an earlier one; its own count as seen from now on. */
  private isRepeat({ email, phone, numberValid }: LeadDraft): boolean {
    const hasEmail = email !== undefined && this.seen.add(email);
    const hasPhone = phone !== undefined && numberValid && this.seen.add(phone);
    return hasEmail || hasPhone;
  }
}

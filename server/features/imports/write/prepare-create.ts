import type { Buffer } from 'node:buffer';
import { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import { newLead, newLeadText } from '../../../lead/store/staged-lead.ts';
import type { LeadDraft, MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import { newId } from '../../../platform/ids.ts';
import { HashSet } from '../../../platform/jobs/hash-set.ts';
import { type RowReport, reportOf } from './record-batch.ts';

/**
 * A batch of new leads that is ready to be written: all that the processor has to do for it is done. It holds text and
 * numbers and no leads, so that what was made of its rows could be forgotten one by one.
 */
export interface CreateBatch {
  /** Rows of the file. */
  rows: number;
  /** Rows with an error; they are not written. */
  errors: number;
  /** What is wrong with cells, in file order. */
  reports: readonly RowReport[];
  /** Where the other rows stand in the file, by their ordinal in `text`. */
  numbers: readonly number[];
  /** The leads these rows become, as the staging table takes them. */
  text: readonly Buffer[];
  /** What they would change in the counts of leads, and how many have a phone that is not valid: were none a duplicate. */
  leadCounts: LeadCounts;
  invalidPhones: number;
  /** The e-mails and valid phones that they bring. */
  identities: HashSet;
}

/** Makes batches of rows, each row as soon as it is there; what it is given is its own from then on. */
export class CreateBatchBuilder {
  private readonly text = newLeadText();
  private rows = 0;
  private errors = 0;
  private reports: RowReport[] = [];
  private numbers: number[] = [];
  private leadCounts = new LeadCounts();
  private invalidPhones = 0;
  private identities = new HashSet();

  /** Rows since the last batch was taken. */
  get size(): number {
    return this.rows;
  }

  add(row: MappedRow): void {
    this.rows++;
    for (const problem of row.problems) this.reports.push(reportOf(row.number, problem));
    if (isSound(row)) this.addLead(row.number, row.draft);
    else this.errors++;
  }

  /** The rows since the last time, as a batch. */
  take(): CreateBatch {
    const { rows, errors, reports, numbers, leadCounts, invalidPhones, identities } = this;
    this.rows = this.errors = this.invalidPhones = 0;
    [this.reports, this.numbers] = [[], []];
    [this.leadCounts, this.identities] = [new LeadCounts(), new HashSet()];
    return { rows, errors, reports, numbers, text: this.text.take(), leadCounts, invalidPhones, identities };
  }

  private addLead(number: number, draft: LeadDraft): void {
    const { email, phone, numberValid } = draft;
    const lead = newLead(draft, newId());
    this.numbers.push(number);
    this.text.add(lead);
    this.leadCounts.add(lead);
    if (email !== undefined) this.identities.add(email);
    if (phone === undefined) return;
    if (numberValid) this.identities.add(phone);
    else this.invalidPhones++;
  }
}

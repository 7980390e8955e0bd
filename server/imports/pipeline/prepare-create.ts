import type { Buffer } from 'node:buffer';
import { v7 as uuid } from 'uuid';
import { isSound } from './problems.ts';
import { stagedFrom } from './staged-lead.ts';
import type { MappedRow } from './types.ts';
import { type RowReport, reportOf } from './write-batch.ts';
import { encodeStaged, type StagedLead } from './write-batch-staging.ts';

/** A batch of new leads that is ready to be written: all that the processor has to do for it is done. */
export interface CreateBatch {
  /** Rows of the file. */
  rows: number;
  /** Rows with an error; they are not written. */
  errors: number;
  /** What is wrong with cells, in file order. */
  reports: RowReport[];
  /** The other rows in file order, and the leads they become. */
  sound: MappedRow[];
  leads: StagedLead[];
  /** `leads` as the staging table takes them. */
  text: Buffer[];
}

/** Sorts the rows of a batch and writes those without an error as the text that goes to the database. */
export function prepareCreate(rows: readonly MappedRow[]): CreateBatch {
  const sound = rows.filter(isSound);
  const leads = sound.map(({ draft }) => {
    const lead = stagedFrom(draft);
    lead.id = uuid();
    return lead;
  });
  return {
    rows: rows.length,
    errors: rows.length - sound.length,
    reports: rows.flatMap((row) => row.problems.map((problem) => reportOf(row.number, problem))),
    sound,
    leads,
    text: encodeStaged(leads),
  };
}

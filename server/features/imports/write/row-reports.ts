import { suppressedMessage } from '../../../lead/suppression/admission.ts';
import type { Hit } from '../../../lead/suppression/suppression-reads.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import type { RowReport } from './record-batch.ts';

/** Maximum characters of a value of the file in a report. */
const ORIGINAL_CHARACTERS = 500;

/** Report lines of a row's edits. */
export function editReports({ number: row, edit }: MappedRow): RowReport[] {
  if (edit === undefined) return [];
  const cells = edit.cells.map(
    ({ column, original, value }): RowReport => ({
      row,
      outcome: 'fixed',
      code: 'fixed',
      field: null,
      column,
      value,
      message: `Changed before the import; the file has "${original.slice(0, ORIGINAL_CHARACTERS)}"`,
    }),
  );
  return edit.dropped ? [droppedReport(row), ...cells] : cells;
}

function droppedReport(row: number): RowReport {
  const message = 'This row was dropped before the import';
  return { row, outcome: 'skipped', code: 'dropped', field: null, column: null, value: '', message };
}

/** The lead whose email or valid phone a row repeats. */
export interface RepeatedLead {
  id: string;
  field: 'email' | 'phone';
  /** Row that became the lead, if it is in the same batch. */
  row: number | null;
  /** Whether this import created the lead. */
  isOwn: boolean;
}

/** `repeated` is null if the lead was deleted since it kept the row out. */
export function duplicateReport(
  row: number,
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
  repeated: RepeatedLead | null,
): RowReport {
  return {
    row,
    outcome: 'duplicate',
    code: 'duplicate',
    field: repeated?.field ?? null,
    column: null,
    value: email ?? phone ?? '',
    message: duplicateMessage(repeated),
    repeatsRow: repeated?.row ?? null,
    repeatsLead: repeated?.id ?? null,
  };
}

function duplicateMessage(repeated: RepeatedLead | null): string {
  if (repeated === null) return 'A lead with this email or phone already exists';
  const { field, row, isOwn } = repeated;
  if (row !== null) return `Same ${field} as row ${row}`;
  return isOwn ? `Same ${field} as an earlier row in this file` : `A lead with this ${field} already exists`;
}

/** Reports a row whose person is on a suppression list. */
export function suppressedReport(
  row: number,
  { email, phone }: { email: string | null; phone: string | null },
  hit: Hit,
): RowReport {
  const isEmail = hit.email.length > 0;
  return {
    row,
    outcome: 'skipped',
    code: 'suppressed',
    field: isEmail ? 'email' : 'phone',
    column: null,
    value: (isEmail ? email : phone) ?? '',
    message: suppressedMessage(hit),
  };
}

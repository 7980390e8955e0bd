import type { RowReport } from './record-batch.ts';

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

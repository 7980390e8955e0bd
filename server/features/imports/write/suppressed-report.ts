import { suppressedMessage } from '../../../lead/suppression/admission.ts';
import type { Hit } from '../../../lead/suppression/suppression-reads.ts';
import type { RowReport } from './record-batch.ts';

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

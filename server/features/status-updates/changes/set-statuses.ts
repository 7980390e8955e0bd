import { type CountedChange, countChanges } from '../../../lead/change/count-changes.ts';
import type {
  RowResult,
  StatusUpdateAction,
  StatusUpdateRow,
  StatusUpdateWork,
} from '../../../lead/operations/status-update.ts';
import { checkClass } from '../../../lead/stats/check-class.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { matchRows } from '../rows/match-rows.ts';
import { writeStatuses } from './change-writes.ts';

/** The same limit as for the status that applies to all rows. */
const MAX_STATUS_CHARACTERS = 100;

/** The same status again is a change: the number was checked again. */
export async function setStatuses(
  tx: TenantTransaction,
  work: StatusUpdateWork & { action: Extract<StatusUpdateAction, { type: 'updateHlr' }> },
  rows: readonly StatusUpdateRow[],
): Promise<RowResult[]> {
  const { hlrType, statusValue } = work.action;
  const column = hlrType === 'phone' ? 'hlr' : 'whatsapp';
  const tooLong = rows.filter(({ value }) => (value ?? '').length > MAX_STATUS_CHARACTERS);
  const { matched, settled } = await matchRows(
    tx,
    work,
    'phone',
    rows.filter(({ value }) => (value ?? '').length <= MAX_STATUS_CHARACTERS),
  );
  const counted: CountedChange[] = [];
  const changes = matched.map(({ row, lead }) => {
    const status = row.value ?? statusValue;
    if (checkClass(lead[column]) !== checkClass(status)) {
      counted.push({ before: lead, after: { ...lead, [column]: status } });
    }
    return { id: lead.id, status };
  });
  await writeStatuses(tx, work, column, changes);
  await countChanges(tx, counted);
  return [
    ...settled,
    ...tooLong.map(({ rowNumber }): RowResult => {
      const message = `The status is longer than ${MAX_STATUS_CHARACTERS} characters`;
      return { rowNumber, outcome: 'invalid', leadId: null, key: null, message };
    }),
    ...matched.map(({ row: { rowNumber }, lead: { id } }): RowResult => {
      return { rowNumber, outcome: 'changed', leadId: id, key: id, message: null };
    }),
  ];
}

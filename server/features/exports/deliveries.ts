import type { BulkOperation } from '#contract/bulk.ts';
import type { startDelivery } from '#contract/deliveries.ts';
import type { ParsedBy } from '#contract/endpoint.ts';
import { orderBy } from '../../lead/list/sort/sort-fields.ts';
import type { DeliveryFile, LeadAction, StoredSelection } from '../../lead/operations/operation.ts';
import { beginBulk, noSuchOperation, refuseTrash } from '../../lead/operations/start.ts';
import { fileNamePart } from '../../lead/sales/file-name-part.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { checkGrant } from '../../platform/security/export-grants.ts';
import { findSale, soldByOperation } from './delivery-reads.ts';
import { exportFilename } from './export-file.ts';
import { countLeadRows, firstIds } from './lead-rows-reads.ts';
import {
  checkRows,
  choiceDetails,
  chosenColumns,
  consentedRows,
  type ExportPlan,
  findExportColumns,
} from './plan-export.ts';
import { withoutSuppressed } from './suppressed-reads.ts';

type StartDelivery = ParsedBy<typeof startDelivery>['body'];

/** For sales without a chosen file. */
const DEFAULT_FILE: DeliveryFile = { format: 'csv' };

/**
 * Starts a sale with a file. The sale alone decides the file's leads, so that both always match.
 * @throws HttpError invalid_input; forbidden without a required grant
 */
export function beginDelivery(
  caller: Caller,
  { selection, limit, customerNumber, price, currency, ...file }: StartDelivery,
): Promise<BulkOperation> {
  const action: LeadAction = { type: 'markSold', customerNumber, price, currency, file };
  refuseTrash(selection, action);
  return caller.scope.transaction(async (tx) => {
    await checkGrant(tx, caller.account);
    await chosenColumns(tx, file.columns);
    await orderBy(tx, file);
    return beginBulk(tx, await firstOf(tx, selection, { ...file, limit }), action, editorOf(caller));
  });
}

async function firstOf(
  tx: TenantTransaction,
  selection: StartDelivery['selection'],
  { limit, sort, order }: Pick<StartDelivery, 'limit' | 'sort' | 'order'>,
): Promise<StoredSelection> {
  if (limit === 'all' || !('filter' in selection)) return selection;
  return { ids: await firstIds(tx, selection.filter, { sort, order, limit }) };
}

/**
 * Plans a bulk sale's file, without leads returned or undone since.
 * @throws HttpError not_found; conflict while the sale or its undo runs, or without leads
 */
export async function planDelivery(tx: TenantTransaction, id: string): Promise<ExportPlan> {
  const sale = await findSale(tx, id);
  if (sale === null) throw noSuchOperation();
  if (sale.isRunning) throw new HttpError('conflict', 'The sale is still running');
  if (sale.isBeingUndone) throw new HttpError('conflict', 'The sale is being undone');
  const { format, columns: chosen, sort, order } = sale.file ?? DEFAULT_FILE;
  const { customerNumber } = sale;
  const sold = soldByOperation(tx, id);
  const held = await countLeadRows(tx, sold);
  const clean = await withoutSuppressed(tx, sold, customerNumber);
  const { suppressed } = clean;
  const { leads, rows, noConsent } = await consentedRows(tx, clean.leads, held - suppressed);
  if (held === 0) throw new HttpError('conflict', 'None of these leads is sold to this customer anymore');
  if (held === suppressed) {
    throw new HttpError('conflict', 'All of these leads are on a suppression list now');
  }
  checkRows(format, rows);
  const { columns } = await findExportColumns(tx, chosen);
  const listed = (await isSortable(tx, { sort, order })) ? { sort, order } : {};
  return {
    format,
    // Custom fields may be deleted since.
    columns: columns.length > 0 ? columns : (await findExportColumns(tx, undefined)).columns,
    order: await orderBy(tx, listed),
    ...{ leads, rows, suppressed, noConsent, total: sale.sold },
    filename: exportFilename(format, `leads-sold-${fileNamePart(customerNumber)}`),
    details: {
      ...{ operation: id, customer: customerNumber, format },
      ...choiceDetails(chosen, listed),
      ...{ total: sale.sold, count: rows, ...(suppressed > 0 && { suppressed }) },
      ...(noConsent !== null && noConsent > 0 && { noConsent }),
    },
  };
}

async function isSortable(
  tx: TenantTransaction,
  file: Pick<DeliveryFile, 'sort' | 'order'>,
): Promise<boolean> {
  try {
    await orderBy(tx, file);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

import type { LeadDetail } from '#contract/leads.ts';
import { recordChange } from '../../lead/change/change-writes.ts';
import { findLeadDetail, lockLead } from '../../lead/edits/reads.ts';
import { findLateSale, returnSoldLead } from '../../lead/operations/return-writes.ts';
import { countedRow } from '../../lead/rows/lead-row.ts';
import { windowText } from '../../lead/sales/return-window-reads.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';

/** A return of one lead. */
interface LeadReturn {
  reason: string | null;
  /** True for administrators, whom no return window limits. */
  anyTime: boolean;
  editor: Editor;
}

/**
 * Takes a sold lead back: it is available again unless another sale of it is open, and its sale is kept with when, why and by
 * whom it was returned.
 * @throws HttpError not_found, or conflict when it is not sold, is in the trash, or the customer's return window has ended
 */
export function returnLead(
  scope: OrganizationScope,
  id: string,
  { reason, anyTime, editor }: LeadReturn,
): Promise<LeadDetail> {
  return scope.transaction(async (tx) => {
    const lead = await lockLead(tx, id);
    if (lead.deleted_at !== null) {
      throw new HttpError('conflict', 'This lead is in the bin. Restore it to change it.');
    }
    if (!lead.is_sold) throw new HttpError('conflict', "This lead isn't sold");
    const customerNumber = lead.customer_number;
    if (!anyTime) await checkWindow(tx, id, customerNumber);
    const next = await returnSoldLead(tx, id, { customerNumber, returnedBy: editor.actor.username, reason });
    const returned = { ...lead, is_sold: next !== null, customer_number: next };
    await recordChange(
      tx,
      {
        counted: [{ before: countedRow(lead), after: countedRow(returned) }],
        events: [
          {
            leadId: id,
            kind: 'returned',
            changes: {
              ...(next === null && { is_sold: [true, false] }),
              customer_number: [customerNumber, next],
            },
          },
        ],
        audit: {
          action: 'update_lead',
          resource: id,
          details: { operation: 'returnSale', customerNumber, ...(reason !== null && { reason }) },
        },
      },
      editor,
    );
    return findLeadDetail(tx, id);
  });
}

async function checkWindow(tx: TenantTransaction, id: string, customerNumber: string | null): Promise<void> {
  const late = await findLateSale(tx, id, customerNumber);
  if (late === null) return;
  throw new HttpError('conflict', `${windowText(late)}. An administrator can still return it.`);
}

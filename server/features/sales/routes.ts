import type { FastifyInstance } from 'fastify';
import type { LeadDetail } from '#contract/leads.ts';
import { returnSale } from '#contract/sales.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { findLeadDetail, lockLead } from '../../lead/edits/reads.ts';
import { writeBatch } from '../../lead/operations/batch-writes.ts';
import { returnFrom } from '../../lead/operations/bulk-writes.ts';
import { nameOfLead } from '../../lead/rows/lead-row.ts';
import { findLateSale, windowText } from '../../lead/sales/return-window-reads.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { type Editor, editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';

export function saleRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, returnSale, ({ params: { id }, body }, caller) =>
    returnLead(caller.scope, id, {
      reason: body?.reason ?? null,
      anyTime: caller.account.isAdmin,
      editor: editorOf(caller),
    }),
  );
}

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
function returnLead(
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
    const by = { id: null, createdBy: editor.actor.id, createdByName: editor.actor.username };
    await writeBatch(tx, by, [id], returnFrom({ reason, anyTime: true }));
    await writeAudit(tx, {
      action: 'update_lead',
      resource: id,
      details: {
        lead: nameOfLead(lead),
        operation: 'returnSale',
        customerNumber,
        ...(reason !== null && { reason }),
      },
      ...editor,
    });
    await announceLeads(tx, { aspects: ['values', 'counts', 'sales'], ids: [id] });
    return findLeadDetail(tx, id);
  });
}

async function checkWindow(tx: TenantTransaction, id: string, customerNumber: string | null): Promise<void> {
  const late = await findLateSale(tx, id, customerNumber);
  if (late === null) return;
  throw new HttpError('conflict', `${windowText(late)}. An administrator can still return it.`);
}

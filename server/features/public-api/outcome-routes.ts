import type { FastifyInstance } from 'fastify';
import { recordPublicOutcome } from '#contract/outcomes.ts';
import { salesByIds } from '../../lead/outcomes/outcome-reads.ts';
import { recordOutcomes } from '../../lead/outcomes/record-outcomes.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import { HttpError } from '../../platform/errors.ts';
import { answerChange } from './answered-once.ts';
import { type ApiCaller, apiCallerOf } from './caller.ts';
import { publicRoute } from './public-route.ts';

export function publicOutcomeRoutes(api: FastifyInstance): void {
  publicRoute(api, recordPublicOutcome, async ({ body }, request, reply) => {
    const by = apiCallerOf(request);
    const { deliveryId, leadId, outcome, reason = null, revenue = null } = body;
    return answerChange(recordPublicOutcome, request, reply, async (tx) => {
      const customerNumber = await knownSpelling(tx, customerOf(by));
      const found = await salesByIds(tx, customerNumber, {
        deliveryIds: deliveryId === undefined ? [] : [deliveryId],
        leadIds: leadId === undefined ? [] : [leadId],
      });
      const sale = found.deliveries.get(deliveryId ?? '') ?? found.leads.get(leadId ?? '');
      if (sale === undefined) {
        throw new HttpError('not_found', leadId === undefined ? 'Delivery not found' : 'Lead not found');
      }
      const report = { ...sale, outcome, reason: reason || null, revenue };
      const [decided] = await recordOutcomes(tx, { ...by, customerNumber }, [report]);
      if (decided === undefined) throw new Error('The outcome was not decided');
      const { decision } = decided;
      if (decision.kind === 'refused') throw new HttpError('outcome_refused', decision.message);
      const recorded = decision.kind === 'recorded';
      if (recorded) {
        await writeAudit(tx, {
          ...{ action: 'record_outcome', actor: by.actor, origin: by.origin, resource: sale.leadId },
          details: {
            ...by.details,
            customerNumber,
            outcome,
            ...(reason && { reason }),
            ...(revenue && { revenue }),
          },
        });
      }
      const { leadId: soldId } = sale;
      return { success: true as const, recorded, leadId: soldId, deliveryId: decided.deliveryId, outcome };
    });
  });
}

/** @throws HttpError forbidden */
function customerOf({ token }: ApiCaller): string {
  if (token.customerNumber === null) throw new HttpError('forbidden', 'This token belongs to no customer');
  return token.customerNumber;
}

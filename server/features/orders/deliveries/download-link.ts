import { requiredConsents } from '../../../lead/conditions/required-consent-reads.ts';
import { readLeads } from '../../../lead/lead-reads.ts';
import { columnsOfCustomer } from '../../../lead/sales/sold-column-reads.ts';
import { askLists, isHit } from '../../../lead/suppression/suppression-reads.ts';
import { writeAudit } from '../../../platform/audit/writes.ts';
import { type Context, scopeOf } from '../../../platform/context/context.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { dayText } from '../../../platform/message-text.ts';
import type { Origin } from '../../../platform/security/sessions.ts';
import { leadsCsv } from './delivery-file.ts';
import { type DeliveryLink, findLink, readLinkKey, soldLeadIds } from './link-writes.ts';

/**
 * Makes the file of a link in an email, with the leads that are still sold, and audits it.
 * @throws HttpError not_found for a link that is unknown, has expired or has no leads left
 */
export function fileOfLink(
  context: Pick<Context, 'db'>,
  text: string,
  origin: Origin,
): Promise<{ filename: string; bytes: Buffer }> {
  const key = readLinkKey(text);
  if (key === null) throw unknownLink();
  return scopeOf(context, key.organizationId).transaction(async (tx) => {
    const link = await findLink(tx, key);
    if (link === null) throw unknownLink();
    if (link.expiresAt <= new Date()) {
      throw new HttpError(
        'not_found',
        `This link expired on ${dayText(link.expiresAt)}. Ask the sender for a new one.`,
      );
    }
    const leads = await leadsOfLink(tx, link);
    if (leads.length === 0) throw new HttpError('not_found', 'None of these leads is sold to you anymore');
    const bytes = leadsCsv(await columnsOfCustomer(tx, link.customerNumber), leads);
    const { filename, customerNumber, orderName } = link;
    await writeAudit(tx, {
      ...{ action: 'download_delivery', actor: { id: null, username: `Customer ${customerNumber}` }, origin },
      resource: filename,
      details: { customerNumber, count: leads.length, ...(orderName !== null && { order: orderName }) },
    });
    return { filename, bytes };
  });
}

async function leadsOfLink(tx: TenantTransaction, { deliveryIds, customerNumber }: DeliveryLink) {
  const leads = await readLeads(tx, await soldLeadIds(tx, deliveryIds));
  const hits = await askLists(
    tx,
    leads.map(({ email, phone, numberValid }) => ({ email, phone: numberValid ? phone : null })),
    { customer: customerNumber },
  );
  const required = await requiredConsents(tx);
  return leads.filter(({ consent }, at) => {
    const hit = hits[at];
    return (hit === undefined || !isHit(hit)) && required.every((channel) => consent[channel] === 'given');
  });
}

function unknownLink(): HttpError {
  return new HttpError('not_found', 'This link is not known. Copy the whole address from the email.');
}

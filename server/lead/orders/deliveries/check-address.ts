import type { GivenDelivery } from '#contract/order-delivery.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';

/** @throws HttpError invalid_input for an address that a delivery must not reach */
export async function checkAddress(outbound: Outbound, delivery: GivenDelivery): Promise<void> {
  try {
    if (delivery.kind === 'webhook') await outbound.check(delivery.url);
    if (delivery.kind === 'sftp') await outbound.vet(delivery.host);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new HttpError('invalid_input', error.message, { field: 'delivery' });
  }
}

import type { ShownDelivery } from '#contract/order-delivery.ts';
import type { Context } from '../../platform/context/context.ts';
import { MailError, sendMail } from '../../platform/mail/send-mail.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { Attempt } from './attempt.ts';
import type { Claim, ClaimedDelivery } from './claim-writes.ts';
import { type DeliveryFile, deliveryFile } from './delivery-file.ts';

type FileDelivery = Extract<ShownDelivery, { kind: 'email' | 'sftp' }>;

const ACCEPTED = { state: 'accepted', reason: null, price: null, reference: null } as const;

/** Sends deliveries as one file, by mail or SFTP; it is accepted once the server took it. */
export async function sendFile(
  context: Pick<Context, 'outbound' | 'config'>,
  { order, secrets, columns }: Claim,
  {
    delivery,
    deliveries,
    signal,
  }: { delivery: FileDelivery; deliveries: readonly ClaimedDelivery[]; signal: AbortSignal },
): Promise<Attempt[]> {
  const at = new Date();
  const name = delivery.kind === 'sftp' ? delivery.name : 'leads.csv';
  const file = deliveryFile(deliveries, columns, { name, timeZone: order.timeZone, at });
  const began = performance.now();
  const fault = await faultOf(() =>
    delivery.kind === 'email'
      ? mailFile(context, delivery, file)
      : context.outbound.upload(
          { ...delivery, key: secrets.key ?? '' },
          { folder: delivery.folder, name: file.name, bytes: file.bytes },
          signal,
        ),
  );
  const milliseconds = Math.round(performance.now() - began);
  return deliveries.map((one) => {
    const { shown, masked } = file.rowOf(one);
    const requestWith = (body: string) => ({ ...requestOf(delivery, file), body });
    return {
      ...{ delivery: one, at, milliseconds, fault, retryAfterMs: null },
      shown: { request: requestWith(shown), answer: null },
      masked: { request: requestWith(masked), answer: null },
      reading: fault === null ? ACCEPTED : null,
    };
  });
}

function requestOf(delivery: FileDelivery, { name }: DeliveryFile) {
  if (delivery.kind === 'email') {
    const { to, subject } = delivery;
    return { method: 'MAIL', url: `mailto:${to.join(',')}`, headers: { subject, file: name } };
  }
  const { user, host, port, folder } = delivery;
  return { method: 'PUT', url: `sftp://${user}@${host}:${port}/${folder}/${name}`, headers: {} };
}

async function mailFile(
  { config }: Pick<Context, 'config'>,
  { to, subject }: Extract<FileDelivery, { kind: 'email' }>,
  { name, bytes }: DeliveryFile,
): Promise<void> {
  if (config.smtp === null) throw new MailError('refused', 'No mail server is set: set SMTP_URL and SMTP_FROM');
  await sendMail(config.smtp, {
    ...{ to, subject, text: 'The leads are in the attached file.\n', id: name },
    attachment: { filename: name, content: bytes, contentType: 'text/csv; charset=utf-8' },
  });
}

async function faultOf(send: () => Promise<unknown>): Promise<Attempt['fault']> {
  try {
    await send();
    return null;
  } catch (error) {
    if (!(error instanceof OutboundError) && !(error instanceof MailError)) throw error;
    return {
      isRefused: error.fault === 'refused' || error.fault === 'misconfigured',
      message: error.message,
    };
  }
}

import { createHash } from 'node:crypto';
import { DELIVERIES_PATH } from '#contract/live-paths.ts';
import type { BuyerAnswer, SentRequest } from '#contract/order-deliveries.ts';
import type { ShownDelivery } from '#contract/order-delivery.ts';
import { fileNamePart } from '../../lead/sales/file-name-part.ts';
import { columnsOfCustomer, type SoldColumn } from '../../lead/sales/sold-column-reads.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { MailError, sendMail } from '../../platform/mail/send-mail.ts';
import { countText, dayText } from '../../platform/message-text.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { FinishedAttempt } from './attempt.ts';
import type { Claim, ClaimedDelivery } from './claim-writes.ts';
import { deliveryFileName, leadsCsv } from './delivery-file.ts';
import { addLink } from './link-writes.ts';
import { maskedLead } from './masked-values.ts';

export type FileDelivery = Extract<ShownDelivery, { kind: 'email' | 'sftp' }>;
type FileContext = Pick<Context, 'db' | 'outbound' | 'config'>;

/** Leads that one file sends, and where to. */
interface FileToSend {
  organizationId: string;
  claim: Claim;
  deliveries: readonly ClaimedDelivery[];
  signal: AbortSignal;
}

interface MadeFile {
  name: string;
  bytes: Buffer;
}

/** A request and its end. */
interface Sent {
  request: Omit<SentRequest, 'body'>;
  answer: BuyerAnswer | null;
  /** Shown with an accepted file. */
  note: string | null;
  fault: FinishedAttempt['fault'];
}

/** Sends leads as a file by email or SFTP: accepted once the mail server took the email, or the file has its name. */
export async function sendFile(
  context: FileContext,
  delivery: FileDelivery,
  file: FileToSend,
): Promise<FinishedAttempt[]> {
  const { claim, deliveries, organizationId } = file;
  const { customerNumber, timeZone } = claim.order;
  const at = new Date();
  const began = performance.now();
  const columns = await scopeOf(context, organizationId).transaction((tx) =>
    columnsOfCustomer(tx, customerNumber),
  );
  const bytes = leadsCsv(
    columns,
    deliveries.map(({ lead }) => lead),
  );
  const base = delivery.kind === 'sftp' ? delivery.name : `leads-${fileNamePart(customerNumber)}.csv`;
  const made = {
    bytes,
    name: deliveryFileName(base, { bytes, soldAt: deliveries.map((one) => one.soldAt), timeZone }),
  };
  const sent =
    delivery.kind === 'email'
      ? await sendByMail(context, delivery, file, made)
      : await upload(context, delivery, file, made);
  const milliseconds = Math.round(performance.now() - began);
  return deliveries.map((one) => attemptOf(one, { at, milliseconds, sent, columns, name: made.name }));
}

/** An attempt holds the row of its own lead. */
function attemptOf(
  delivery: ClaimedDelivery,
  {
    at,
    milliseconds,
    sent,
    columns,
    name,
  }: {
    at: Date;
    milliseconds: number;
    sent: Sent;
    columns: readonly SoldColumn[];
    name: string;
  },
): FinishedAttempt {
  const { request, answer, fault, note } = sent;
  const rowOf = (lead: ClaimedDelivery['lead']) =>
    leadsCsv(columns, [lead])
      .toString()
      .replace(/^\uFEFF/, '');
  return {
    ...{ delivery, at, milliseconds, fault, retryAfterMs: null },
    shown: { request: { ...request, body: rowOf(delivery.lead) }, answer },
    masked: { request: { ...request, body: rowOf(maskedLead(delivery.lead)) }, answer },
    reading: answer === null ? null : { state: 'accepted', reason: note, price: null, reference: name },
  };
}

async function sendByMail(
  context: FileContext,
  { to, subject, attach }: Extract<FileDelivery, { kind: 'email' }>,
  file: FileToSend,
  { name, bytes }: MadeFile,
): Promise<Sent> {
  const { smtp, publicUrl } = context.config;
  const request = { method: 'MAIL', url: `mailto:${to.join()}`, headers: { subject, file: name } };
  if (smtp === null) return refused(request, "Emails can't be sent: SMTP_URL isn't set on the server");
  if (attach === 'link' && publicUrl === null) {
    return refused(request, "Links can't be sent: PUBLIC_URL isn't set on the server");
  }
  const text = attach === 'link' ? await linkText(context, file, name) : fileText(file, name);
  try {
    const { response, refused: without } = await sendMail(
      smtp,
      {
        ...{ to, subject, text, id: idOf(file.deliveries) },
        ...(attach === 'csv' && { attachment: { filename: name, content: bytes, contentType: 'text/csv' } }),
      },
      { signal: file.signal },
    );
    const note = without.length === 0 ? null : `The mail server refused ${without.join(', ')}`;
    return {
      request,
      answer: { status: Number.parseInt(response, 10) || 250, body: response },
      note,
      fault: null,
    };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const fault = { isRefused: error.fault === 'refused', message: error.message };
    return { request, answer: null, note: null, fault };
  }
}

async function linkText(
  context: FileContext,
  { organizationId, claim: { order }, deliveries }: FileToSend,
  filename: string,
): Promise<string> {
  const { key, expiresAt } = await scopeOf(context, organizationId).transaction((tx) =>
    addLink(tx, {
      ...{ orderId: order.id, customerNumber: order.customerNumber, filename },
      deliveryIds: deliveries.map(({ id }) => id),
    }),
  );
  const link = `${context.config.publicUrl?.replace(/\/$/, '')}${DELIVERIES_PATH}/file?key=${key}`;
  return `${headline(order, deliveries)}\n\nDownload the file until ${dayText(expiresAt)}:\n${link}\n`;
}

function fileText({ claim: { order }, deliveries }: FileToSend, filename: string): string {
  return `${headline(order, deliveries)}\n\nAttached file: ${filename}\n`;
}

function headline({ customerNumber, name }: Claim['order'], { length }: readonly ClaimedDelivery[]): string {
  return `${countText(length, 'lead')} for ${customerNumber}, ${name}`;
}

/** The same for the same deliveries: mail servers may then recognize a repeat. */
function idOf(deliveries: readonly ClaimedDelivery[]): string {
  const ids = deliveries.map(({ id }) => id).sort();
  return ids.length === 1 ? (ids[0] ?? '') : createHash('sha256').update(ids.join()).digest('hex');
}

async function upload(
  { outbound }: FileContext,
  { host, port, user, hostKey, folder }: Extract<FileDelivery, { kind: 'sftp' }>,
  { claim: { secrets }, signal }: FileToSend,
  { name, bytes }: MadeFile,
): Promise<Sent> {
  const path = `${folder.replace(/\/$/, '')}/${name}`;
  const request = {
    method: 'PUT',
    url: `sftp://${user}@${host}:${port}/${path.replace(/^\//, '')}`,
    headers: {},
  };
  if (secrets.key === undefined)
    return refused(request, "The order's private key can't be read: enter it again");
  try {
    await outbound.upload({ host, port, user, hostKey, key: secrets.key }, { folder, name, bytes }, signal);
    return { request, answer: { status: 0, body: path }, note: null, fault: null };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const isRefused = error.fault === 'refused' || error.fault === 'misconfigured';
    return { request, answer: null, note: null, fault: { isRefused, message: error.message } };
  }
}

function refused(request: Sent['request'], message: string): Sent {
  return { request, answer: null, note: null, fault: { isRefused: true, message } };
}

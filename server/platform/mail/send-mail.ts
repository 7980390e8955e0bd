import { createTransport } from 'nodemailer';
import { readSmtpUrl, type SmtpSettings } from './smtp-settings.ts';

export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  attachment?: { filename: string; content: Buffer | string; contentType: string };
  /** The same for each repeat, so that its Message-ID is, too. */
  id?: string;
}

export interface MailLimits {
  /** Milliseconds until the server has greeted, and of its silence later. */
  silenceMs?: number;
  /** Milliseconds for the whole mail. */
  totalMs?: number;
  /** Ends it early, such as when the server stops. */
  signal?: AbortSignal;
}

/** An email that the mail server took. */
export interface TakenMail {
  /** Such as `250 Accepted`. */
  response: string;
  /** Addresses that it refused; it took others. */
  refused: string[];
}

/** A mail that the server didn't take; the message is for people. */
export class MailError extends Error {
  /** `refused`: the server says that repeating won't help. */
  readonly fault: 'refused' | 'failed' | 'timeout';

  constructor(fault: MailError['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}

const [SILENCE_MS, TOTAL_MS] = [15_000, 120_000];

/**
 * Sends a mail through the operator's server.
 * @throws MailError
 */
export async function sendMail(
  { url, from }: SmtpSettings,
  { to, subject, text, attachment, id }: Mail,
  { silenceMs = SILENCE_MS, totalMs = TOTAL_MS, signal }: MailLimits = {},
): Promise<TakenMail> {
  const server = readSmtpUrl(url);
  if (server === null) throw new MailError('failed', "SMTP_URL can't be used");
  const { host, port, secure, plain, loopback, auth } = server;
  const limit = AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])]);
  const transport = createTransport({
    ...{ host, secure, requireTLS: !secure && !plain },
    ...(port !== null && { port }),
    ...(auth !== null && { auth }),
    tls: { rejectUnauthorized: !loopback },
    ...{ connectionTimeout: silenceMs, greetingTimeout: silenceMs, dnsTimeout: silenceMs },
    ...{ socketTimeout: silenceMs, disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    const { rejected, response } = await transport.sendMail({
      ...{ from, to: [...to], subject, text, signal: limit },
      ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
      ...(attachment && { attachments: [attachment] }),
    });
    return { response, refused: rejected };
  } catch (error) {
    throw faultOf(error, limit.aborted);
  }
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
}

const UNSAFE = /certificate|self-signed|altnames|\bSSL\b/i;

function faultOf(error: unknown, isLate: boolean): MailError {
  const { code, responseCode, response, message } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
    message?: string;
  };
  if (isLate || code === 'ETIMEDOUT') {
    return new MailError('timeout', "The mail server didn't answer in time");
  }
  const said = oneLine(response ?? message ?? '');
  if (code === 'ETLS' || UNSAFE.test(message ?? '')) {
    return new MailError('failed', `A safe connection to the mail server wasn't possible (${said})`);
  }
  const fault = responseCode !== undefined && responseCode >= 500 ? 'refused' : 'failed';
  if (code === 'EAUTH') {
    return new MailError(fault, `The mail server doesn't accept the user or the password (${said})`);
  }
  if (responseCode !== undefined) return new MailError(fault, `The mail server answered: ${said}`);
  return new MailError(fault, `The mail server wasn't reached (${said})`);
}

const SAID_CHARACTERS = 300;

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, SAID_CHARACTERS);
}

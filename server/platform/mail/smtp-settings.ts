import { isIP } from 'node:net';
import { z } from 'zod';

/** The operator's mail server and the sender of all emails. */
export interface SmtpSettings {
  url: string;
  /** An address, or a name with an address in angle brackets. */
  from: string;
}

/** How a mail server is reached. */
export interface SmtpServer {
  host: string;
  /** Null for the default of the protocol. */
  port: number | null;
  /** TLS from the first byte, in place of STARTTLS. */
  secure: boolean;
  /** STARTTLS may be missing. */
  plain: boolean;
  /** On this machine, where certificates of mail servers are self-signed. */
  loopback: boolean;
  auth: { user: string; pass: string } | null;
}

const ADDRESS = String.raw`[^\s<>,;@"]+@[^\s<>,;@"]+`;
const FROM = new RegExp(`^(?:[^<>\\p{Cc}]*<${ADDRESS}>|${ADDRESS})$`, 'u');

export const smtpUrl = z.string().refine((text) => readSmtpUrl(text) !== null, {
  error: 'expected smtp://user:password@host:port or smtps://…',
});

export const smtpFrom = z
  .string()
  .regex(FROM, 'expected an address such as Lead Manager <leads@example.com>');

/** Reads SMTP_URL; null if it can't be used. */
export function readSmtpUrl(text: string): SmtpServer | null {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return null;
  if (!/^\/?$/.test(url.pathname) || !/^(?:\?starttls=optional)?$/.test(url.search) || url.hash !== '')
    return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const loopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  try {
    const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return {
      ...{ host, port: url.port === '' ? null : Number(url.port), secure: url.protocol === 'smtps:' },
      ...{ plain: loopback || url.search !== '', loopback, auth: user === '' ? null : { user, pass } },
    };
  } catch {
    return null;
  }
}

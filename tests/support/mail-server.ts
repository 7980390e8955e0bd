import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the stand-in got it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as sent. */
  raw: string;
  isEncrypted: boolean;
}

/** A real SMTP server on loopback. */
export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  close(): Promise<void>;
}

/** Decodes quoted-printable text. */
export function textOf({ raw }: ReceivedMail): string {
  return raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Starts a mail server; without STARTTLS and sign-in unless the options have them. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, closeTimeout: 100 },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          isEncrypted: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  // Clients that hang up, or refuse the certificate, are part of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '::', listening));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

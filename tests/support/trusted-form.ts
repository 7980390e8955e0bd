import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestRules } from '#server/platform/outbound/send-request.ts';

/** A request that the stand-in got. */
export interface CertificateRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A local server that answers as cert.trustedform.com. */
export interface TrustedFormServer {
  /** Rules under which its name leads to the server here. */
  rules: RequestRules;
  requests: CertificateRequest[];
  /** Sets what it answers next. */
  answer: { status: number; body: unknown; headers?: Record<string, string> };
  close(): Promise<void>;
}

/** Starts the stand-in, with a certificate for its name by an authority of its own. */
export async function startTrustedForm(): Promise<TrustedFormServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-trusted-form-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const self = ['-subj', '/CN=cert.trustedform.com', '-addext', 'subjectAltName=DNS:cert.trustedform.com'];
  openssl(...'req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key -out cert'.split(' '), ...self);
  const [key, ca] = ['key', 'cert'].map((name) => readFileSync(join(folder, name), 'utf8'));
  rmSync(folder, { recursive: true });
  const requests: CertificateRequest[] = [];
  const stand: Pick<TrustedFormServer, 'answer'> = { answer: { status: 200, body: {} } };
  const server = createServer({ key, cert: ca }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    const { answer } = stand;
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const resolve = async (name: string) => {
    if (name !== 'cert.trustedform.com') throw new Error(`${name} isn't known here`);
    return [{ address: '127.0.0.1', port }];
  };
  return Object.assign(stand, {
    rules: { allow: ['127.0.0.1'], resolve, ca: ca ?? '' },
    requests,
    close: () => new Promise<void>((done) => server.close(() => done())),
  });
}

import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { causeOf, OutboundError, timeOut } from './outbound-error.ts';
import { type AddressRules, pinnedTo, TIMEOUT_MS, type VettedAddress, vetHost } from './vet-host.ts';

/** Bytes of an answer that are kept. */
const ANSWER_BYTES = 4096;
/** Set by the connection. */
const OWN_HEADERS = new Set(
  'host connection content-length transfer-encoding keep-alive upgrade te trailer expect proxy-connection'.split(
    ' ',
  ),
);

export interface OutboundRequest {
  method: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Ends the request early, such as when the server stops. */
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The first 4 KB, read as UTF-8. */
  body: string;
}

export interface RequestRules extends AddressRules {
  /** Certificate authorities in place of the system's. */
  ca?: string;
  timeoutMs?: number;
}

/**
 * Reads an http or https address.
 * @throws OutboundError for another scheme, or a user name or password within
 */
export function readTarget(text: string): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new OutboundError('refused', 'Enter an address that starts with https:// or http://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'Leave the user name and password out of the address');
  }
  return url;
}

/**
 * Sends a request to a public address, to which its connection stays pinned; redirects are answers like others.
 * @throws OutboundError
 */
export async function sendRequest(
  address: string,
  request: OutboundRequest,
  { ca, timeoutMs = TIMEOUT_MS, ...rules }: RequestRules,
): Promise<OutboundAnswer> {
  const url = readTarget(address);
  const deadline = AbortSignal.any([
    AbortSignal.timeout(timeoutMs),
    ...(request.signal ? [request.signal] : []),
  ]);
  const vetted = await vetHost(url.hostname, rules, deadline);
  return exchange(url, request, vetted, { ca, signal: deadline });
}

function exchange(
  url: URL,
  { method, headers = {}, body }: OutboundRequest,
  vetted: readonly VettedAddress[],
  { ca, signal }: { ca: string | undefined; signal: AbortSignal },
): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
  const fail = (error: unknown) =>
    reject(signal.aborted ? timeOut() : new OutboundError('failed', `No answer came (${causeOf(error)})`));
  try {
    const { request: open } = url.protocol === 'https:' ? https : http;
    const request = open({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: vetted[0]?.port ?? url.port,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...permitted(headers), host: url.host },
      // Neither a kept connection nor a proxy of the environment.
      agent: false,
      lookup: pinnedTo(vetted),
      signal,
      ...(ca !== undefined && { ca }),
    });
    request.on('error', fail);
    request.on('close', () => fail(new Error('closed')));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        const kept = Buffer.concat(chunks).subarray(0, ANSWER_BYTES);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: kept.toString('utf8') });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= ANSWER_BYTES) finish();
      });
      response.on('end', finish);
      response.on('error', fail);
    });
    request.end(body);
  } catch (error) {
    // Node.js throws for characters that a method or header can't hold.
    fail(error);
  }
  return promise;
}

function permitted(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())));
}

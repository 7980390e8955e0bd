import { lookup } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { allowsAddress } from '../security/allow-list.ts';
import { causeOf, OutboundError, timeOut } from './outbound-error.ts';

/** Where a connection may go. A port replaces that of the URL: tests use it. */
export interface VettedAddress {
  address: string;
  port?: number;
}

/** Returns all addresses of a host name. */
export type Resolve = (name: string) => Promise<VettedAddress[]>;

export interface AddressRules {
  /** Networks that needn't be public, such as `10.1.0.0/16`. */
  allow: readonly string[];
  resolve?: Resolve;
}

/** Milliseconds from resolving the name to the end of the answer. */
export const TIMEOUT_MS = 15_000;
const MAX_HOST_CHARACTERS = 253;
/** As URLs spell it: lower case, ASCII. */
const HOST_NAME = /^[a-z\d_](?:[a-z\d_-]*[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]*[a-z\d_])?)*\.?$/;

/**
 * Resolves a host name or address and returns where a connection may go: connect to these addresses, never to the name.
 * @throws OutboundError if any of its addresses isn't permitted, or if it has none
 */
export async function vetHost(
  host: string,
  { allow, resolve = resolveName }: AddressRules,
  signal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<VettedAddress[]> {
  const name = canonicalHost(host);
  const vetted = isIP(name) === 0 ? await beforeEnd(signal, resolve(name), name) : [{ address: name }];
  if (vetted.length === 0) throw new OutboundError('unresolved', `${name} has no address`);
  for (const { address } of vetted) {
    if (isPublicAddress(address)) continue;
    if (allow.length === 0 || !allowsAddress(allow, address)) {
      throw new OutboundError('refused', `${name} isn't at a public address`);
    }
  }
  return vetted;
}

/** Reads decimal, octal and short IPv4 as the addresses they are; returns IPv6 without brackets. */
function canonicalHost(host: string): string {
  const written = isIPv6(host) ? `[${host}]` : host;
  const isHost = !/[\s/?#@\\]/.test(host) && (written.startsWith('[') || !host.includes(':'));
  const parsed = isHost ? URL.parse(`http://${written}/`) : null;
  const name = parsed?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  if (isIP(name) === 0 && (name.length > MAX_HOST_CHARACTERS || !HOST_NAME.test(name))) {
    throw new OutboundError('refused', "This isn't a host name or address");
  }
  return name;
}

async function resolveName(name: string): Promise<VettedAddress[]> {
  return await lookup(name, { all: true });
}

/** A lookup takes no signal, so this stops waiting for it. */
async function beforeEnd<T>(signal: AbortSignal, lookedUp: Promise<T>, name: string): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(timeOut());
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([lookedUp, ended.promise]);
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError('unresolved', `${name} wasn't found (${causeOf(error)})`);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Global unicast (RFC 4291); everything else is reserved or local. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** The 6bone, which was given back (RFC 3701). */
const FORMER_IPV6 = ipaddr.IPv6.parseCIDR('3ffe::/16');
/** Azure answers instance metadata and agents there; other metadata services use local addresses. */
const AZURE_PLATFORM = '168.63.129.16';

/** Returns whether an address is public unicast; IPv6 that holds an IPv4 address never is. */
function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_IPV6) && !address.match(FORMER_IPV6);
  return address.toString() !== AZURE_PLATFORM;
}

/** Returns a lookup that answers with vetted addresses, so that no name is looked up again. */
export function pinnedTo(vetted: readonly VettedAddress[]): LookupFunction {
  const addresses = vetted.map(({ address }) => ({ address, family: isIP(address) }));
  return (_name, options, answer) => {
    if (options.all) answer(null, addresses);
    else answer(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

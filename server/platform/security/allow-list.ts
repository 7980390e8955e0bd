import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { TenantTransaction } from '../db/scope.ts';
import { HttpError } from '../errors.ts';

/** Host bits are zero. */
interface Network {
  address: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
}

/** ::ffff:a.b.c.d denotes IPv4. */
const MAPPED_BITS = 96;

/** Cached, because every request needs its caller's address. */
const canonical = new Map<string, string>();
const MAX_CACHED_ADDRESSES = 1_000;
/** IPv6 with embedded IPv4, brackets and port. */
const MAX_ADDRESS_CHARACTERS = 53;

/** With brackets, port or zone. */
const WRITTEN = /^\s*(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+|([^%]*))(?:%[^%]*)?\s*$/;

/** Returns the shortest IPv6 form, IPv4 if mapped, without port and zone; other text stays. */
export function canonicalAddress(text: string): string {
  let address = canonical.get(text);
  if (address === undefined) {
    const [, bracketed, withPort, plain] = WRITTEN.exec(text) ?? [];
    const written = (bracketed ?? withPort ?? plain ?? '').replace(/%.*$/, '').trim();
    address = parseAddress(written)?.toString() ?? text;
    if (canonical.size >= MAX_CACHED_ADDRESSES) canonical.clear();
    if (text.length <= MAX_ADDRESS_CHARACTERS) canonical.set(text, address);
  }
  return address;
}

/** Address or CIDR network; null for anything else. */
export function canonicalEntry(text: string): string | null {
  const network = parseNetwork(text.trim());
  if (network === null) return null;
  const { address, bits } = network;
  const written = address.toString();
  return bits === address.toByteArray().length * 8 ? written : `${written}/${bits}`;
}

/** An empty list allows every address. */
export function allowsAddress(entries: readonly string[], address: string): boolean {
  if (entries.length === 0) return true;
  const caller = parseAddress(address);
  if (caller === null) return false;
  return entries.some((entry) => {
    const network = parseNetwork(entry);
    if (network === null || network.address.kind() !== caller.kind()) return false;
    return caller.match(network.address, network.bits);
  });
}

/** @throws HttpError forbidden for other addresses */
export function refuseUnlisted(entries: readonly string[], address: string): void {
  if (allowsAddress(entries, address)) return;
  throw new HttpError('forbidden', "Access from your IP address isn't allowed");
}

export async function activeEntries(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ ip_address: string }>(
    'SELECT ip_address FROM ip_whitelist WHERE organization_id = $1 AND is_active',
    [tx.organizationId],
  );
  return rows.map((row) => row.ip_address);
}

/** IPv4 address or IPv6 /64, which one caller controls. */
export function addressBlock(address: string): string {
  const caller = parseAddress(address);
  return caller === null || caller.kind() === 'ipv4' ? address : `${masked(caller, 64)}/64`;
}

/** Rejects short or octal IPv4 and zones. */
function parseAddress(text: string): Network['address'] | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.process(text);
}

function parseNetwork(text: string): Network | null {
  const [written = '', prefix, ...more] = text.split('/');
  const address = parseAddress(written);
  if (address === null || more.length > 0) return null;
  const size = address.toByteArray().length * 8;
  if (prefix === undefined) return { address, bits: size };
  if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix)) return null;
  const bits = Number(prefix) - (isIP(written) === 6 && size === 32 ? MAPPED_BITS : 0);
  if (bits < 0 || bits > size) return null;
  return { address: masked(address, bits), bits };
}

/** Clears every bit after the first `bits`. */
function masked(address: Network['address'], bits: number): Network['address'] {
  const bytes = address.toByteArray().map((byte, at) => {
    const kept = Math.min(8, Math.max(0, bits - at * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return ipaddr.fromByteArray(bytes);
}

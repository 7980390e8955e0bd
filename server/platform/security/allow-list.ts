import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { TenantTransaction } from '../db/scope.ts';
import { HttpError } from '../errors.ts';

/** An address or a network, with host bits zeroed. */
interface Network {
  address: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
}

/** Prefix length of IPv4-mapped IPv6 (::ffff:a.b.c.d), which denotes the IPv4 address. */
const MAPPED_BITS = 96;

/** Cache of canonical addresses: every request needs the one of its caller. */
const canonical = new Map<string, string>();
const MAX_CACHED_ADDRESSES = 1_000;
/** Characters of the longest address, IPv6 with an embedded IPv4, in brackets and with a port. */
const MAX_ADDRESS_CHARACTERS = 53;

/** An address as proxies write it: with brackets, a port or a zone. */
const WRITTEN = /^\s*(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+|([^%]*))(?:%[^%]*)?\s*$/;

/**
 * Returns the canonical form of an address: the shortest form of IPv6, IPv4 for IPv4-mapped IPv6, no port and no zone. Returns
 * text that is no address unchanged.
 */
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

/**
 * Returns the canonical form of an allow-list entry: an address, or a network in CIDR form with zero host
 * bits. Returns null for anything else.
 */
export function canonicalEntry(text: string): string | null {
  const network = parseNetwork(text.trim());
  if (network === null) return null;
  const { address, bits } = network;
  const written = address.toString();
  return bits === address.toByteArray().length * 8 ? written : `${written}/${bits}`;
}

/** Returns whether the active entries allow an address. An empty list allows every address. */
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

/**
 * Checks the caller's address against the active entries.
 * @throws HttpError forbidden if they don't allow it
 */
export function refuseUnlisted(entries: readonly string[], address: string): void {
  if (allowsAddress(entries, address)) return;
  throw new HttpError('forbidden', "Access from your IP address isn't allowed");
}

/** Returns the active entries of the organization's allow-list. */
export async function activeEntries(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ ip_address: string }>(
    'SELECT ip_address FROM ip_whitelist WHERE organization_id = $1 AND is_active',
    [tx.organizationId],
  );
  return rows.map((row) => row.ip_address);
}

/**
 * Returns the address block that one caller controls: an IPv4 address, or the /64 of IPv6 that a household or
 * office gets.
 */
export function addressBlock(address: string): string {
  const caller = parseAddress(address);
  return caller === null || caller.kind() === 'ipv4' ? address : `${masked(caller, 64)}/64`;
}

/** Parses an address strictly: no short or octal IPv4, no IPv6 zone. */
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

/** Returns the address with every bit after the first `bits` cleared. */
function masked(address: Network['address'], bits: number): Network['address'] {
  const bytes = address.toByteArray().map((byte, at) => {
    const kept = Math.min(8, Math.max(0, bits - at * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return ipaddr.fromByteArray(bytes);
}

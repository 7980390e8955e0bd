import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { TenantTransaction } from '../db/scope.ts';
import { Refusal } from '../errors.ts';

/** An address or a network in its shortest form. */
interface Network {
  address: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
}

/** IPv4 written as IPv6 (::ffff:a.b.c.d) is the same address; the first bits say so. */
const MAPPED_BITS = 96;

/** Callers come again and again: every request asks for its address. */
const canonical = new Map<string, string>();
const MOST_REMEMBERED = 1_000;
/** An IPv6 address with an IPv4 one inside. */
const LONGEST_ADDRESS = 45;

/**
 * The one way to write an address: IPv6 in its shortest form, an IPv4 address inside IPv6 as IPv4. What is no address
 * comes back as it is.
 */
export function canonicalAddress(text: string): string {
  let address = canonical.get(text);
  if (address === undefined) {
    address = parseAddress(text)?.toString() ?? text;
    if (canonical.size >= MOST_REMEMBERED) canonical.clear();
    if (text.length <= LONGEST_ADDRESS) canonical.set(text, address);
  }
  return address;
}

/**
 * The one way to write an entry of an allow-list: an address, or a network in CIDR form whose host bits are zero; null
 * for what is neither.
 */
export function canonicalEntry(text: string): string | null {
  const network = parseNetwork(text.trim());
  if (network === null) return null;
  const { address, bits } = network;
  const written = address.toString();
  return bits === address.toByteArray().length * 8 ? written : `${written}/${bits}`;
}

/** Whether a list of active entries lets an address in; an empty one lets in everybody. */
export function letsIn(entries: readonly string[], address: string): boolean {
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
 * Refuses a caller whom the organization's allow-list does not let in.
 * @throws Refusal forbidden
 */
export function refuseUnlisted(entries: readonly string[], address: string): void {
  if (letsIn(entries, address)) return;
  throw new Refusal('forbidden', 'Access from your IP address is not allowed');
}

/** The active entries of the organization's allow-list. */
export async function activeEntries(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ ip_address: string }>(
    'SELECT ip_address FROM ip_whitelist WHERE organization_id = $1 AND is_active',
    [tx.organizationId],
  );
  return rows.map((row) => row.ip_address);
}

/** What one caller can call from: an IPv4 address, or the 64 bits of IPv6 that a household or office is given. */
export function blockOf(address: string): string {
  const caller = parseAddress(address);
  return caller === null || caller.kind() === 'ipv4' ? address : `${masked(caller, 64)}/64`;
}

/** Strict: neither the short nor the octal forms of IPv4, no zone of a link-local IPv6 address. */
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

/** The address with every bit behind the first `bits` zero. */
function masked(address: Network['address'], bits: number): Network['address'] {
  const bytes = address.toByteArray().map((byte, at) => {
    const kept = Math.min(8, Math.max(0, bits - at * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return ipaddr.fromByteArray(bytes);
}

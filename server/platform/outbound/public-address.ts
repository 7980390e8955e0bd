import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast (RFC 4291); everything else is reserved or local. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** The 6bone, which was given back (RFC 3701). */
const FORMER_IPV6 = ipaddr.IPv6.parseCIDR('3ffe::/16');
/** Azure answers instance metadata and agents there; other metadata services use local addresses. */
const AZURE_PLATFORM = '168.63.129.16';

/** Returns whether an address is public unicast; IPv6 that holds an IPv4 address never is. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_IPV6) && !address.match(FORMER_IPV6);
  return address.toString() !== AZURE_PLATFORM;
}

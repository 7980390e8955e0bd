import { isIP } from 'node:net';
import type { Context } from '../context/context.ts';

/** Names that no public DNS server answers for, so that no page of another site can bear them. */
const LOCAL_NAME = /^(?:[a-z\d_-]+|(?:[a-z\d_-]+\.)+(?:localhost|local|lan|internal|home\.arpa))$/;

/**
 * Returns whether the Host of a request is one of this server's: an address, a name of the local network, HOST or that of
 * PUBLIC_URL. A page whose own name was made to resolve to this server (DNS rebinding) sends that name.
 */
export function isKnownHost(host: string, { host: listening, publicUrl }: Context['config']): boolean {
  const name = hostname(host);
  if (name === null) return false;
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || LOCAL_NAME.test(name)) return true;
  return name === listening.toLowerCase() || (publicUrl !== null && name === new URL(publicUrl).hostname);
}

function hostname(host: string): string | null {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
}

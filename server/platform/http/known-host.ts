import { isIP } from 'node:net';
import type { Context } from '../context/context.ts';

/** Names outside public DNS, which no other site can have. */
const LOCAL_NAME = /^(?:[a-z\d_-]+|(?:[a-z\d_-]+\.)+(?:localhost|local|lan|internal|home\.arpa))$/;

/** Prevents DNS rebinding: accepts addresses, local names, HOST and PUBLIC_URL. */
export function isKnownHost(host: string, { host: listening, publicUrl }: Context['config']): boolean {
  const name = hostname(host);
  if (name === null) return false;
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || LOCAL_NAME.test(name)) return true;
  return name === listening.toLowerCase() || (publicUrl !== null && name === new URL(publicUrl).hostname);
}

function hostname(host: string): string | null {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
}

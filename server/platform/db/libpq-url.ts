import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const NO_TLS = 'The server does not support SSL connections';
/** libpq's default certificate authorities. */
const DEFAULT_ROOTS = join(homedir(), '.postgresql', 'root.crt');
const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** An unusable TLS parameter, named in the message. */
export class TlsParameterError extends Error {}

/**
 * Gives sslmode and sslrootcert libpq's meaning; the driver would always verify certificates.
 * @throws TlsParameterError
 */
export function withLibpqTls(connectionString: string): string {
  const url = new URL(connectionString);
  const { searchParams: params } = url;
  const mode = params.get('sslmode');
  if (mode === null && !params.has('sslrootcert')) return connectionString;
  if (mode !== null && !MODES.includes(mode)) {
    throw new TlsParameterError(`sslmode must be one of ${MODES.join(', ')}, not ${mode}`);
  }
  if (mode === 'disable') return connectionString;
  // libpq's other modes require TLS if the server has it.
  params.set('sslmode', mode === null || mode === 'allow' ? 'prefer' : mode);
  params.set('uselibpqcompat', 'true');
  setRoots(params);
  return url.href;
}

function setRoots(params: URLSearchParams): void {
  const mode = params.get('sslmode') ?? '';
  const roots = params.get('sslrootcert');
  if (roots === 'system') {
    if (mode !== 'verify-full') {
      throw new TlsParameterError('sslrootcert=system needs sslmode=verify-full');
    }
    // Node.js then uses its own authorities.
    params.delete('sslrootcert');
  } else if (roots !== null) {
    if (!existsSync(roots)) throw new TlsParameterError(`sslrootcert: there is no file ${roots}`);
  } else if (existsSync(DEFAULT_ROOTS) && mode !== 'prefer') {
    params.set('sslrootcert', DEFAULT_ROOTS);
  } else if (mode.startsWith('verify-')) {
    throw new TlsParameterError(
      `sslmode=${mode} needs sslrootcert: a file with the certificate authority of the database${
        mode === 'verify-full' ? ', or system for a public one' : ''
      }`,
    );
  }
}

/** Resolves `sslmode=prefer`. */
export async function settledTls(connectionString: string): Promise<string> {
  const url = new URL(connectionString);
  if (url.searchParams.get('sslmode') !== 'prefer') return connectionString;
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
  } catch (error) {
    if (!(error instanceof Error) || error.message !== NO_TLS) throw error;
    url.searchParams.set('sslmode', 'disable');
  } finally {
    await client.end().catch(() => undefined);
  }
  return url.href;
}

import { randomBytes } from 'node:crypto';

/** Name that connections have in pg_stat_activity unless the connection string has another. */
export const CONNECTION_NAME = 'lead-manager';
const SERVER_ID_BYTES = 6;

/** Regular expression in SQL that finds a server's id in the names of its connections. */
export const SERVER_OF_NAME = "'/([0-9a-f]{12})(?: |$)'";

/** Returns a new id for a server, by which others recognize its connections. */
export function newServerId(): string {
  return randomBytes(SERVER_ID_BYTES).toString('hex');
}

/** Returns the connection string with `suffix` after the name of its connections, such as `/<id of the server>`. */
export function withNameSuffix(url: string, suffix: string): string {
  const named = new URL(url);
  const name = named.searchParams.get('application_name') ?? CONNECTION_NAME;
  named.searchParams.set('application_name', `${name}${suffix}`);
  return named.href;
}

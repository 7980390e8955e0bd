import { randomBytes } from 'node:crypto';

/** Default name in pg_stat_activity. */
export const CONNECTION_NAME = 'lead-manager';
const SERVER_ID_BYTES = 6;

/** SQL regular expression. */
export const SERVER_OF_NAME = "'/([0-9a-f]{12})(?: |$)'";

export function newServerId(): string {
  return randomBytes(SERVER_ID_BYTES).toString('hex');
}

/** Appends `suffix` to the connections' name. */
export function withNameSuffix(url: string, suffix: string): string {
  const named = new URL(url);
  const name = named.searchParams.get('application_name') ?? CONNECTION_NAME;
  named.searchParams.set('application_name', `${name}${suffix}`);
  return named.href;
}

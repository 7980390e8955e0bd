import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { RATE_LIMIT } from '#contract/public-api.ts';
import { MIN_CONNECTIONS } from './db/connection-shares.ts';
import { TlsParameterError, withLibpqTls } from './db/libpq-url.ts';
import { type SmtpSettings, smtpFrom, smtpUrl } from './mail/smtp-settings.ts';
import { type UnknownSetting, unknownSettings } from './unknown-settings.ts';

const port = z.coerce.number().int().min(0).max(65535);

/** An address, a network, or Fastify's name for one. */
const proxy = z
  .string()
  .refine(isProxy, { error: (issue) => `"${issue.input}" isn't an address or network` });

const network = z
  .string()
  .refine(isNetwork, { error: (issue) => `"${issue.input}" isn't an address or network` });

/** AES-256. */
export const SECRET_KEY_BYTES = 32;

/** With two polls of five seconds each, takeover happens within a minute. */
const TAKEOVER_SECONDS = 30;

const secretKey = z
  .base64("it isn't base64")
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === SECRET_KEY_BYTES, `it doesn't hold ${SECRET_KEY_BYTES} bytes`);

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ }).transform((url, issues) => {
  try {
    return withLibpqTls(url);
  } catch (error) {
    if (!(error instanceof TlsParameterError)) throw error;
    issues.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

/** Such as `02:00, 14:00`. */
const timesOfDay = z
  .string()
  .transform(toList)
  .pipe(z.array(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'expected times such as 02:00')).min(1));

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_URL_SESSION: databaseUrl.optional(),
  DATABASE_URL_APP: databaseUrl.optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(MIN_CONNECTIONS).max(1000).optional(),
  ADMIN_USERNAME: z.string().min(1).optional(),
  ADMIN_PASSWORD: z.string().min(1).optional(),
  REGISTRATION: z.enum(['closed', 'open']).default('closed'),
  REGISTRATION_LIMIT: z.coerce.number().int().min(1).max(10_000_000).default(10),
  TRUST_PROXY: z.string().default('').transform(toList).pipe(z.array(proxy)),
  DELIVERY_ALLOW: z.string().default('').transform(toList).pipe(z.array(network)),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: smtpUrl.optional(),
  SMTP_FROM: smtpFrom.optional(),
  SECRET_KEY: secretKey.optional(),
  API_RATE_LIMIT: z.coerce.number().int().min(1).max(10_000_000).default(RATE_LIMIT),
  METRICS_TOKEN: z.string().min(1).optional(),
  BACKUP_FOLDER: z.string().min(1).optional(),
  BACKUP_AT: timesOfDay.default(['02:00']),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(7),
  BACKUP_PASSPHRASE_FILE: z.string().min(1).optional(),
  TAKEOVER_SECONDS: z.coerce.number().int().min(10).max(3600).default(TAKEOVER_SECONDS),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  COMMIT: z
    .string()
    .regex(/^[\da-f]{7,64}$/i, 'expected a commit hash')
    .optional(),
});

/** Also read from the file that `<setting>_FILE` names. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_URL_SESSION',
  'DATABASE_URL_APP',
  'SECRET_KEY',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'SMTP_URL',
] as const;

export interface BackupSchedule {
  folder: string;
  /** Times in UTC, such as `02:00`. */
  at: string[];
  keep: number;
  /** Null for unencrypted backups. */
  passphraseFile: string | null;
}

/** Server settings, read once. */
export interface Config {
  port: number;
  host: string;
  /** For the embedded database and the secret key. */
  dataDir: string;
  /** DATA_DIR is set. */
  dataDirGiven: boolean;
  databaseUrl: string | null;
  /** Direct connection if `databaseUrl` uses a transaction-mode pooler. */
  databaseSessionUrl: string | null;
  /** The application role's connection, if an administrator prepared it. */
  databaseAppUrl: string | null;
  /** Null for the default. */
  databaseConnections: number | null;
  /** First administrator of an empty database. */
  admin: { username: string; password: string } | null;
  /** The first administrator needs the link that the start prints, as others can reach the server. */
  firstByLink: boolean;
  registrationOpen: boolean;
  /** Accounts per address and hour. */
  registrationLimit: number;
  /** Their X-Forwarded-* headers are trusted. */
  trustProxy: string[];
  /** Networks that deliveries and other requests may reach although they aren't public. */
  deliveryAllow: string[];
  /** For proxies that change the Host header. */
  publicUrl: string | null;
  /** Null: no emails are sent. */
  smtp: SmtpSettings | null;
  /** Null: the key in `dataDir`. */
  secretKey: Buffer | null;
  /** Per minute and API token. */
  apiRateLimit: number;
  /** Required at /metrics; null allows only this machine. */
  metricsToken: string | null;
  backups: BackupSchedule | null;
  /** Seconds of silence until another server takes over. */
  takeoverSeconds: number;
  logLevel: string;
  /** Commit of sources without Git. */
  commit: string | null;
}

/** An unusable setting, named in the message. */
export class ConfigError extends Error {}

/** @throws ConfigError naming the setting */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = withSecretFiles(nonEmpty(env));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(
      `${String(issue?.path[0] ?? 'A setting')} can't be used: ${issue?.message ?? 'invalid'}`,
    );
  }
  const value = parsed.data;
  refuseAlone(given);
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    dataDirGiven: given['DATA_DIR'] !== undefined,
    databaseUrl: value.DATABASE_URL ?? null,
    databaseSessionUrl: value.DATABASE_URL_SESSION ?? null,
    databaseAppUrl: value.DATABASE_URL_APP ?? null,
    databaseConnections: value.DATABASE_CONNECTIONS ?? null,
    admin: firstAdministrator(value.ADMIN_USERNAME, value.ADMIN_PASSWORD),
    firstByLink: !isLoopback(value.HOST) || value.TRUST_PROXY.length > 0,
    registrationOpen: value.REGISTRATION === 'open',
    registrationLimit: value.REGISTRATION_LIMIT,
    trustProxy: value.TRUST_PROXY,
    deliveryAllow: value.DELIVERY_ALLOW,
    publicUrl: value.PUBLIC_URL ?? null,
    smtp: value.SMTP_URL && value.SMTP_FROM ? { url: value.SMTP_URL, from: value.SMTP_FROM } : null,
    secretKey: value.SECRET_KEY ?? null,
    apiRateLimit: value.API_RATE_LIMIT,
    metricsToken: value.METRICS_TOKEN ?? null,
    backups:
      value.BACKUP_FOLDER === undefined
        ? null
        : {
            folder: resolve(value.BACKUP_FOLDER),
            at: value.BACKUP_AT,
            keep: value.BACKUP_KEEP,
            passphraseFile: value.BACKUP_PASSPHRASE_FILE ?? null,
          },
    takeoverSeconds: value.TAKEOVER_SECONDS,
    logLevel: value.LOG_LEVEL,
    commit: value.COMMIT ?? null,
  };
}

function nonEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** @throws ConfigError for a file that can't be read, or beside the setting itself */
function withSecretFiles(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = SECRETS.flatMap((name) => {
    const path = given[`${name}_FILE`];
    if (path === undefined) return [];
    if (given[name] !== undefined)
      throw new ConfigError(`${name} and ${name}_FILE are both set: leave one out`);
    return [[name, firstLine(`${name}_FILE`, path)]];
  });
  return { ...given, ...Object.fromEntries(read) };
}

function firstLine(setting: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${setting} can't be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const line = text.split('\n')[0]?.trim() ?? '';
  if (line === '') throw new ConfigError(`${setting} can't be used: the first line of ${path} is empty`);
  return line;
}

export interface SettingsReview {
  /** One line per unusable setting. */
  unusable: string[];
  unknown: UnknownSetting[];
}

/** Checks like `readConfig`, but reports every problem. */
export function reviewSettings(env: NodeJS.ProcessEnv = process.env): SettingsReview {
  const given = nonEmpty(env);
  const { error } = environment.safeParse(given);
  const unusable = (error?.issues ?? []).map(
    ({ path, message }) => `${String(path[0])} can't be used: ${message}`,
  );
  if (unusable.length === 0) {
    try {
      readConfig(env);
    } catch (thrown) {
      if (!(thrown instanceof ConfigError)) throw thrown;
      unusable.push(thrown.message);
    }
  }
  const settings = [...Object.keys(environment.shape), ...SECRETS.map((name) => `${name}_FILE`)];
  return { unusable, unknown: unknownSettings(Object.keys(given), settings) };
}

/** Settings that require others. */
const GOES_WITH = {
  DATABASE_URL: ['DATABASE_URL_SESSION', 'DATABASE_URL_APP'],
  BACKUP_FOLDER: ['BACKUP_AT', 'BACKUP_KEEP', 'BACKUP_PASSPHRASE_FILE'],
  SMTP_URL: ['SMTP_FROM'],
  SMTP_FROM: ['SMTP_URL'],
};

/** @throws ConfigError for a missing required setting */
function refuseAlone(given: NodeJS.ProcessEnv): void {
  for (const [needed, names] of Object.entries(GOES_WITH)) {
    if (given[needed] !== undefined) continue;
    for (const name of names) {
      if (given[name] !== undefined) throw new ConfigError(`${name} goes with ${needed}, which isn't set`);
    }
  }
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.[\d.]+$/.test(host);
}

function isProxy(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || more.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}

function firstAdministrator(username?: string, password?: string): Config['admin'] {
  if (username === undefined && password === undefined) return null;
  if (username === undefined || password === undefined) {
    throw new ConfigError('ADMIN_USERNAME and ADMIN_PASSWORD go together: one of them is missing');
  }
  return { username, password };
}

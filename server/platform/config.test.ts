import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Config, ConfigError, readConfig, reviewSettings } from './config.ts';

test('without any setting the server is for this machine alone, with its own database', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: 'localhost',
    dataDir: 'data',
    dataDirGiven: false,
    databaseUrl: null,
    databaseSessionUrl: null,
    databaseAppUrl: null,
    databaseConnections: null,
    admin: null,
    firstByLink: false,
    registrationOpen: false,
    registrationLimit: 10,
    trustProxy: [],
    deliveryAllow: [],
    publicUrl: null,
    smtp: null,
    secretKey: null,
    apiRateLimit: 100,
    metricsToken: null,
    takeoverSeconds: 30,
    backups: null,
    logLevel: 'info',
    commit: null,
  });
});

test('an empty setting is no setting', () => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'ADMIN_USERNAME', 'ADMIN_PASSWORD'];
  const more = [
    'REGISTRATION',
    'REGISTRATION_LIMIT',
    'TRUST_PROXY',
    'DELIVERY_ALLOW',
    'PUBLIC_URL',
    'SMTP_URL',
    'SMTP_FROM',
    'SECRET_KEY',
    'API_RATE_LIMIT',
    'METRICS_TOKEN',
    'TAKEOVER_SECONDS',
    'LOG_LEVEL',
    'DATABASE_URL_SESSION',
    'DATABASE_URL_APP',
    'DATABASE_CONNECTIONS',
  ];
  expect(readConfig(Object.fromEntries([...names, ...more].map((name) => [name, ''])))).toEqual(
    readConfig({}),
  );
});

test('every setting is read', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/leads',
    DATABASE_URL: 'postgresql://leads@db/leads',
    DATABASE_URL_SESSION: 'postgresql://leads@direct/leads',
    DATABASE_URL_APP: 'postgresql://leads_app@db/leads',
    DATABASE_CONNECTIONS: '40',
    ADMIN_USERNAME: 'ada',
    ADMIN_PASSWORD: 'correct horse',
    REGISTRATION: 'open',
    REGISTRATION_LIMIT: '3',
    TRUST_PROXY: '10.1.2.3 , fd00::/8,loopback',
    DELIVERY_ALLOW: '10.1.0.0/16, fd00::1',
    PUBLIC_URL: 'https://leads.example.com',
    SMTP_URL: 'smtps://leads:secret@mail.example.com',
    SMTP_FROM: 'Lead Manager <leads@example.com>',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    API_RATE_LIMIT: '250',
    METRICS_TOKEN: 'scraper',
    TAKEOVER_SECONDS: '45',
    LOG_LEVEL: 'debug',
    COMMIT: '0123456789abcdef',
    OTHER: 'is not ours',
  });
  expect(config).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/var/lib/leads',
    dataDirGiven: true,
    databaseUrl: 'postgresql://leads@db/leads',
    databaseSessionUrl: 'postgresql://leads@direct/leads',
    databaseAppUrl: 'postgresql://leads_app@db/leads',
    databaseConnections: 40,
    admin: { username: 'ada', password: 'correct horse' },
    firstByLink: true,
    registrationOpen: true,
    registrationLimit: 3,
    trustProxy: ['10.1.2.3', 'fd00::/8', 'loopback'],
    deliveryAllow: ['10.1.0.0/16', 'fd00::1'],
    publicUrl: 'https://leads.example.com',
    smtp: {
      url: 'smtps://leads:secret@mail.example.com',
      from: 'Lead Manager <leads@example.com>',
    },
    secretKey: Buffer.alloc(32, 7),
    apiRateLimit: 250,
    metricsToken: 'scraper',
    takeoverSeconds: 45,
    backups: null,
    logLevel: 'debug',
    commit: '0123456789abcdef',
  });
});

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://localhost/leads'],
  ['DATABASE_URL', 'leads'],
  ['DATABASE_URL', 'postgres://db/leads?sslmode=on'],
  ['DATABASE_URL', 'postgres://db/leads?sslmode=verify-ca'],
  ['DATABASE_URL', 'postgres://db/leads?sslmode=verify-full&sslrootcert=/nowhere/root.crt'],
  ['DATABASE_URL', 'postgres://db/leads?sslmode=verify-ca&sslrootcert=system'],
  ['DATABASE_URL_SESSION', 'leads'],
  ['DATABASE_URL_APP', 'leads'],
  ['DATABASE_CONNECTIONS', '11'],
  ['REGISTRATION', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['REGISTRATION_LIMIT', '0'],
  ['API_RATE_LIMIT', '0'],
  ['TAKEOVER_SECONDS', '9'],
  ['API_RATE_LIMIT', 'many'],
  ['SECRET_KEY', 'secret'],
  ['SECRET_KEY', Buffer.alloc(31).toString('base64')],
  ['SECRET_KEY', Buffer.alloc(33).toString('base64')],
  ['PUBLIC_URL', 'leads.example.com'],
  // This parses as a URL of the scheme `localhost`, whose opaque origin equals that of every page without
  // one.
  ['PUBLIC_URL', 'localhost:3000'],
  ['SMTP_URL', 'mail.example.com:25'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['SMTP_URL', 'smtp://mail.example.com/folder'],
  ['SMTP_URL', 'smtp://mail.example.com?pool=true'],
  ['SMTP_URL', 'smtp://mail.example.com?starttls=never'],
  ['SMTP_URL', 'smtp://%zz:secret@mail.example.com'],
  ['SMTP_FROM', 'Lead Manager'],
  ['SMTP_FROM', 'a@example.com, b@example.com'],
  ['SMTP_FROM', 'Lead\nManager <a@example.com>'],
  ['TRUST_PROXY', 'proxy.example.com'],
  ['TRUST_PROXY', '10.0.0.0/8, 10.0.0.0/40'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['DELIVERY_ALLOW', 'loopback'],
  ['DELIVERY_ALLOW', '10.0.0.0/33'],
  ['DELIVERY_ALLOW', 'erp.example.com'],
])('%s=%s is refused by name', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} can't be used: [^\\n]+$`));
});

test('a network that is none is named', () => {
  expect(() => readConfig({ TRUST_PROXY: '10.0.0.0/8, proxy.example.com' })).toThrow(
    'TRUST_PROXY can\'t be used: "proxy.example.com" isn\'t an address or network',
  );
});

test.each(['DATABASE_URL_SESSION', 'DATABASE_URL_APP'])('%s alone is refused', (name) => {
  expect(() => readConfig({ [name]: 'postgres://db/leads' })).toThrow(`${name} goes with DATABASE_URL`);
});

test('SMTP_URL and SMTP_FROM go together', () => {
  expect(() => readConfig({ SMTP_FROM: 'a@example.com' })).toThrow('SMTP_FROM goes with SMTP_URL');
  expect(() => readConfig({ SMTP_URL: 'smtp://localhost' })).toThrow('SMTP_URL goes with SMTP_FROM');
});

test.each(['ADMIN_USERNAME', 'ADMIN_PASSWORD'])('%s alone is refused', (name) => {
  expect(() => readConfig({ [name]: 'ada' })).toThrow('ADMIN_USERNAME and ADMIN_PASSWORD go together');
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-secrets-'));
  const path = join(folder, 'secret');
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['METRICS_TOKEN', 'scraper', (config: Config) => config.metricsToken],
    [
      'SECRET_KEY',
      Buffer.alloc(32, 1).toString('base64'),
      (config: Config) => config.secretKey?.toString('base64'),
    ],
    ['DATABASE_URL', 'postgres://leads@db/leads', (config: Config) => config.databaseUrl],
    ['ADMIN_PASSWORD', 'correct horse', (config: Config) => config.admin?.password],
    ['SMTP_URL', 'smtp://a:b@mail.example.com', (config: Config) => config.smtp?.url],
  ])('%s_FILE is read, without the end of its line', (name, value, held) => {
    writeFileSync(path, `${value}\n`);
    const others =
      { ADMIN_PASSWORD: { ADMIN_USERNAME: 'ada' }, SMTP_URL: { SMTP_FROM: 'a@example.com' } }[name] ?? {};
    expect(held(readConfig({ ...others, [`${name}_FILE`]: path }))).toBe(value);
    expect(reviewSettings({ ...others, [`${name}_FILE`]: path })).toEqual({ unusable: [], unknown: [] });
  });

  test('that is missing, empty or beside the setting itself ends the start, naming it', () => {
    writeFileSync(path, '\n');
    const gone = join(folder, 'gone');
    expect(() => readConfig({ SECRET_KEY_FILE: gone })).toThrow(
      `SECRET_KEY_FILE can't be used: ENOENT: no such file or directory, open '${gone}'`,
    );
    expect(() => readConfig({ SECRET_KEY_FILE: path })).toThrow(
      `SECRET_KEY_FILE can't be used: the first line of ${path} is empty`,
    );
    expect(reviewSettings({ METRICS_TOKEN: 'a', METRICS_TOKEN_FILE: path }).unusable).toEqual([
      'METRICS_TOKEN and METRICS_TOKEN_FILE are both set: leave one out',
    ]);
  });
});

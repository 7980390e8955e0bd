import type pg from 'pg';

const keys = new WeakMap<pg.Pool, () => Buffer>();

/** Lets the transactions of a pool hash and look up keyed values. */
export function giveSecretKey(pool: pg.Pool, secretKey: () => Buffer): void {
  keys.set(pool, secretKey);
}

/** @throws Error for a pool without a key, such as that of a command */
export function secretKeyOfPool(pool: pg.Pool): Buffer {
  const secretKey = keys.get(pool);
  if (secretKey === undefined) throw new Error('These connections were opened without the secret key');
  return secretKey();
}

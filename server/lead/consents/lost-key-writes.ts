import type pg from 'pg';

const DROP = {
  stored: 'UPDATE trusted_form_settings SET enabled = false, sealed_key = NULL WHERE sealed_key IS NOT NULL',
  staged:
    'UPDATE restored_trusted_form_settings SET enabled = false, sealed_key = NULL WHERE sealed_key IS NOT NULL',
};

/**
 * Removes API keys that another secret key sealed. Returns a line if there were any.
 * @param where staged for those of an organization that is being restored
 */
export async function dropTrustedFormKeys(
  client: pg.ClientBase | pg.Pool,
  where: keyof typeof DROP,
): Promise<string[]> {
  const { rowCount } = await client.query(DROP[where]);
  if (rowCount === 0) return [];
  return ["TrustedForm's API key can't be read without the former secret key: enter it again under Settings"];
}

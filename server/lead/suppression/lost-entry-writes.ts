import type pg from 'pg';

const STATEMENTS = {
  stored: [
    'UPDATE suppression_settings SET sealed_secret = NULL',
    'DELETE FROM suppression_counts',
    'DELETE FROM suppressions',
  ],
  staged: [
    'UPDATE restored_suppression_settings SET sealed_secret = NULL',
    'DELETE FROM restored_suppression_counts',
    'DELETE FROM restored_suppressions',
  ],
};

/**
 * Removes all entries, which nothing can be compared with once their secret is lost. Returns a line if there were any.
 * @param where staged for those of an organization that is being restored
 */
export async function dropEntries(
  client: pg.ClientBase | pg.Pool,
  where: keyof typeof STATEMENTS,
): Promise<string[]> {
  let dropped = 0;
  for (const statement of STATEMENTS[where]) dropped = (await client.query(statement)).rowCount ?? 0;
  if (dropped === 0) return [];
  const entries = dropped === 1 ? '1 entry' : `${dropped} entries`;
  return [
    `${entries} of suppression lists can't be compared without the former secret key: the lists are empty now; import them again`,
  ];
}

const IDENTITIES = ['email', 'phone', 'number_valid'];

/**
 * Returns an event's changes without those of the email and phone, if one of their values is the person's: an undo then leaves
 * both as they are.
 */
export function withoutIdentities(changes: unknown, holds: (text: string) => boolean): unknown {
  if (typeof changes !== 'object' || changes === null) return changes;
  const entries = Object.entries(changes);
  const isTheirs = entries.some(
    ([column, pair]) => IDENTITIES.includes(column) && holds(JSON.stringify(pair) ?? ''),
  );
  return isTheirs ? Object.fromEntries(entries.filter(([column]) => !IDENTITIES.includes(column))) : changes;
}

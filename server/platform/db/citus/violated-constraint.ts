/**
 * Returns the name of the constraint that a statement violated, or an empty string. The workers of a Citus cluster tell it in
 * the message alone, followed by the number of the shard.
 */
export function violatedConstraint(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return /\b(\w+)_\d+\b/.exec(error.message)?.[1] ?? '';
}

/** Returns '' for other errors. Citus workers name it only in the message, with the shard's number. */
export function violatedConstraint(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return /\b(\w+)_\d+\b/.exec(error.message)?.[1] ?? '';
}

const QUALIFIED = new Set(['active', 'qualified', 'valid', 'live', 'reachable', 'yes']);

/** How a filter sees an HLR or WhatsApp status. */
export const CHECK_CLASS = { unchecked: 0, qualified: 1, unqualified: 2 } as const;

/**
 * The class of an HLR or WhatsApp status: the words that mean a working number, any other word, or none. The
 * database's function check_class follows the same rule; a test holds the two together.
 */
export function checkClass(status: string | null | undefined): 0 | 1 | 2 {
  if (status === null || status === undefined) return CHECK_CLASS.unchecked;
  const word = status.trim().toLowerCase();
  if (word === '') return CHECK_CLASS.unchecked;
  return QUALIFIED.has(word) ? CHECK_CLASS.qualified : CHECK_CLASS.unqualified;
}

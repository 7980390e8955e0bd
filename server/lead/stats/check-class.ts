const QUALIFIED = new Set(['active', 'qualified', 'valid', 'live', 'reachable', 'yes']);

/** Classes of HLR and WhatsApp statuses that filters distinguish. */
export const CHECK_CLASS = { unchecked: 0, qualified: 1, unqualified: 2 } as const;

/** As the database function `check_class`; a test compares the two. */
export function checkClass(status: string | null | undefined): 0 | 1 | 2 {
  if (status === null || status === undefined) return CHECK_CLASS.unchecked;
  const word = status.trim().toLowerCase();
  if (word === '') return CHECK_CLASS.unchecked;
  return QUALIFIED.has(word) ? CHECK_CLASS.qualified : CHECK_CLASS.unqualified;
}

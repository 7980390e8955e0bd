/** Wizard steps; Fix Rows belongs to the second. */
export const IMPORT_STEPS = ['Upload', 'Map Fields', 'Import'] as const;

/** Steps of the Import Leads wizard, in order. */
export const IMPORT_STEPS = ['Upload', 'Map Fields', 'Import'] as const;

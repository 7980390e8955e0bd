/** Stands for the default status under any name. */
export const DEFAULT_STATUS = 'new';

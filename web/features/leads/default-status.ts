/** Default status, whatever its name. */
export const DEFAULT_STATUS = 'new';

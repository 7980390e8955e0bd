/** The numbers of the product that both sides need. Sizes are bytes, times milliseconds. */
export const UPLOAD_BYTES = 100 * 1024 * 1024;
export const UPLOAD_EXTENSIONS = ['.csv', '.xlsx', '.xls'] as const;
export const PREVIEW_ROWS = 100;
export const LEADS_PAGE_SIZE = 20;
export const LEADS_PAGE_MAX = 200;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** The numbers of the product that both sides need. Sizes are bytes, times milliseconds. */
export const UPLOAD_BYTES = 100 * 1024 * 1024;
export const UPLOAD_EXTENSIONS = ['.csv', '.xlsx', '.xls'] as const;
export const PREVIEW_ROWS = 100;
/** Rows of a page of an import's report, and of what its details show of it. */
export const REPORT_PAGE_MAX = 500;
export const REPORT_PREVIEW_ROWS = 20;
/** Characters of a text that people and programs write into a lead field. */
export const LEAD_TEXT_MAX = 2_000;
/** Characters of a tag that people and programs write, and tags of a lead. */
export const TAG_MAX = 200;
export const TAGS_MAX = 100;
export const LEADS_PAGE_SIZE = 20;
export const LEADS_PAGE_MAX = 200;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

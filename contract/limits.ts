// Limits that client and server share.

/** In bytes. */
export const UPLOAD_BYTES = 100 * 1024 * 1024;
export const UPLOAD_EXTENSIONS = ['.csv', '.xlsx', '.xls'] as const;
export const PREVIEW_ROWS = 100;
/** Rows of a report page, and of the excerpt in an import's details. */
export const REPORT_PAGE_MAX = 500;
export const REPORT_PREVIEW_ROWS = 20;
/** Rows of a grid page; cells or rows of one edit, such as a pasted block. */
export const GRID_PAGE_MAX = 200;
export const GRID_EDITS_MAX = 5_000;
/** As in Excel. */
export const MAX_CELL_CHARACTERS = 32_767;
/** In characters. */
export const LEAD_TEXT_MAX = 2_000;
/** In characters. */
export const NOTE_MAX = 10_000;
/** In characters. */
export const NEXT_STEP_MAX = 500;
/** Users that leads are shared out to at once. */
export const OWNERS_MAX = 50;
/** Characters of a tag; tags of a lead. */
export const TAG_MAX = 200;
export const TAGS_MAX = 100;
/** Leads selected one by one or from the start of a list. */
export const SELECTED_LEADS_MAX = 10_000;
/** Days that leads in the trash can be restored. */
export const TRASH_DAYS = 30;
export const LEADS_PAGE_SIZE = 20;
export const LEADS_PAGE_MAX = 200;
/** Page sizes that users can choose. */
export const LEADS_PAGE_SIZES = [20, 50, 100, 200] as const;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

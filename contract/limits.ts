// Limits that client and server share.

/** Maximum size of an uploaded file in bytes. */
export const UPLOAD_BYTES = 100 * 1024 * 1024;
export const UPLOAD_EXTENSIONS = ['.csv', '.xlsx', '.xls'] as const;
export const PREVIEW_ROWS = 100;
/** Maximum rows per page of an import report; rows of the excerpt in an import's details. */
export const REPORT_PAGE_MAX = 500;
export const REPORT_PREVIEW_ROWS = 20;
/** Maximum rows per page of a grid, and maximum cells or rows of one edit, such as a pasted block. */
export const GRID_PAGE_MAX = 200;
export const GRID_EDITS_MAX = 5_000;
/** Maximum length of a cell of a file, in characters, the same as in Excel. */
export const MAX_CELL_CHARACTERS = 32_767;
/** Maximum length of a text that users and programs write into a lead field, in characters. */
export const LEAD_TEXT_MAX = 2_000;
/** Maximum length of a note, in characters. */
export const NOTE_MAX = 10_000;
/** Maximum length of a tag in characters, and maximum number of tags of a lead, as users and programs write them. */
export const TAG_MAX = 200;
export const TAGS_MAX = 100;
/** Maximum number of leads that are selected one by one, or as the first ones of a list. */
export const SELECTED_LEADS_MAX = 10_000;
/** Days in which a lead in the trash can be restored. */
export const TRASH_DAYS = 30;
export const LEADS_PAGE_SIZE = 20;
export const LEADS_PAGE_MAX = 200;
/** Sizes of a page that users can choose from. */
export const LEADS_PAGE_SIZES = [20, 50, 100, 200] as const;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

// Apart from their endpoints: every page listens for changes under these paths and needs no schema for that.

/** Path of the import history. */
export const IMPORTS_PATH = '/api/imports';

/** Path of the preview of an import. */
export const PREVIEW_PATH = '/api/imports/preview';

/** Path of the drafts of imports. */
export const DRAFTS_PATH = '/api/import-drafts';

/** Path of the grids of uploads. */
export const GRIDS_PATH = '/api/import-grids';

/** Path of the queue of the Multi-File Import. */
export const IMPORT_QUEUE_PATH = '/api/import-queue';

/** Path below which the figures of the dashboard are. */
export const DASHBOARD_PATH = '/api/dashboard';

/** Path of customers. */
export const CUSTOMERS_PATH = '/api/customers';

/** Path of likely duplicates. */
export const DUPLICATES_PATH = '/api/duplicates';

/** Path of the counts of saved views. */
export const VIEW_COUNTS_PATH = '/api/views/counts';

// Separate from their endpoints: pages listen for changes here without loading schemas.

export const IMPORTS_PATH = '/api/imports';

export const PREVIEW_PATH = '/api/imports/preview';

export const DRAFTS_PATH = '/api/import-drafts';

export const GRIDS_PATH = '/api/import-grids';

export const IMPORT_QUEUE_PATH = '/api/import-queue';

export const DASHBOARD_PATH = '/api/dashboard';

export const CUSTOMERS_PATH = '/api/customers';

export const ORDERS_PATH = '/api/orders';

export const DELIVERIES_PATH = '/api/deliveries';

export const OUTCOMES_PATH = '/api/outcomes';

export const DUPLICATES_PATH = '/api/duplicates';

export const DUPLICATE_RULES_PATH = '/api/duplicate-rules';

export const VIEW_COUNTS_PATH = '/api/views/counts';

export const OWNERS_PATH = '/api/leads/owners';
export const LEAD_PATH = '/api/leads/:id';
export const CONSENTS_PATH = '/api/leads/:id/consents';
export const CONSENT_RULES_PATH = '/api/consent-rules';

export const TRASH_PATH = '/api/leads/bin';

export const FILTER_VALUES_PATH = '/api/leads/filter-values';

export const EVENTS_PATH = '/api/events';

/** Aspects of leads that changes are told apart by; `values` also for new leads. */
export const LEAD_CHANGES = ['values', 'statuses', 'sales', 'trash', 'counts', 'duplicates'] as const;

// Apart from their endpoints: every page listens for changes of these from its first moment, and needs nothing else of them.

/** Where the imports of an organization are listed. */
export const IMPORTS_PATH = '/api/imports';

/** Where the rows of a file are shown before they are imported. */
export const PREVIEW_PATH = '/api/imports/preview';

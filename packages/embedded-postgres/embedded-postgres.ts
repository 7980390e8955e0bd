// The door of the package: everything outside it imports from here alone.
export { defaultDataDir } from './account.ts';
export { type Embedded, prepareEmbedded, startEmbedded } from './embedded.ts';
export { DataFolderInUseError, EmbeddedDatabaseError } from './errors.ts';
export type { EmbeddedEvent } from './keep-running.ts';
export { runningUrl } from './running.ts';

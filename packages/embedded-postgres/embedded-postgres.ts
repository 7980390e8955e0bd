// Public interface of the package.
export { defaultDataDir } from './account.ts';
export { clusterMajor, hasCluster } from './cluster.ts';
export {
  bundledMajor,
  type Embedded,
  installSuccessor,
  prepareEmbedded,
  startEmbedded,
  startSuccessor,
} from './embedded.ts';
export { DataFolderInUseError, EmbeddedDatabaseError } from './errors.ts';
export type { EmbeddedEvent } from './keep-running.ts';
export { runningUrl } from './running.ts';

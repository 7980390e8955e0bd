/** A failure of the embedded database that the operator can act on; its message is one line, fit to print alone. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** The data folder is held by a server that is still running. */
export class DataFolderInUseError extends EmbeddedDatabaseError {
  override name = 'DataFolderInUseError';
  readonly dataDir: string;
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(`The data folder ${dataDir} is in use by another Lead Manager (process ${pid}).`);
    this.dataDir = dataDir;
    this.pid = pid;
  }
}

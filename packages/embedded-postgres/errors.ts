/**
 * Failure of the embedded database that the operator can fix. Its message is one line and needs no context.
 */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** A running server or command holds the data folder. */
export class DataFolderInUseError extends EmbeddedDatabaseError {
  override name = 'DataFolderInUseError';
  readonly dataDir: string;
  readonly pid: number;
  /** The holder is a command, which ends by itself. */
  readonly isCommand: boolean;

  constructor(dataDir: string, pid: number, isCommand: boolean) {
    super(`The data folder ${dataDir} is in use by another Lead Manager (process ${pid}).`);
    this.dataDir = dataDir;
    this.pid = pid;
    this.isCommand = isCommand;
  }
}

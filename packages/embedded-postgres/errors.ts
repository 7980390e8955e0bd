/** A failure that the operator can fix; its message is one line. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

export class DataFolderInUseError extends EmbeddedDatabaseError {
  override name = 'DataFolderInUseError';
  readonly dataDir: string;
  readonly pid: number;
  /** Commands end by themselves. */
  readonly isCommand: boolean;

  constructor(dataDir: string, pid: number, isCommand: boolean) {
    super(`The data folder ${dataDir} is in use by another Lead Manager (process ${pid}).`);
    this.dataDir = dataDir;
    this.pid = pid;
    this.isCommand = isCommand;
  }
}

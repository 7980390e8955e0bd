import { AdminError } from '../../platform/command-line/command.ts';

/** A backup file that can't be used; the message says why in one line. */
export class BackupFileError extends AdminError {}

/** Returns the error for a file that is not what was written. */
export function damaged(): BackupFileError {
  return new BackupFileError('The backup file is damaged or incomplete: use another one');
}

import { AdminError } from '../../platform/command-line/command.ts';

/** An unusable backup file; the message is one line. */
export class BackupFileError extends AdminError {}

export function damaged(): BackupFileError {
  return new BackupFileError('The backup file is damaged or incomplete: use another one');
}

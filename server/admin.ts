import { ACCOUNT_COMMANDS } from './features/admin-cli/account-commands.ts';
import { CHECK_CONFIG } from './features/admin-cli/check-config.ts';
import { RESCUE_COMMANDS } from './features/admin-cli/rescue-commands.ts';
import { REBUILD_INDEX, VERIFY_AUDIT } from './features/admin-cli/upkeep-commands.ts';
import { BACKUP_COMMANDS } from './features/backup/backup-commands.ts';
import { UPGRADE_DATABASE } from './features/backup/upgrade-database.ts';
import { DEMO_DATA } from './features/demo-data/command.ts';
import { runCommandLine } from './platform/command-line/run.ts';

// Entry point of `npm run admin -- <command>`, for work on the machine of the server. Works whether or not it runs.

await runCommandLine(
  [
    ...ACCOUNT_COMMANDS,
    ...RESCUE_COMMANDS,
    VERIFY_AUDIT,
    REBUILD_INDEX,
    CHECK_CONFIG,
    ...BACKUP_COMMANDS,
    UPGRADE_DATABASE,
    DEMO_DATA,
  ],
  process.argv.slice(2),
);

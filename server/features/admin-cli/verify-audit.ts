import type pg from 'pg';
import { chainLine, verifyChains } from '../../platform/audit/verify.ts';
import type { AdminCommand, CommandResult } from '../../platform/command-line/command.ts';
import { withOwner } from '../../platform/command-line/owner.ts';
import { statementsOn, transaction } from '../../platform/db/transaction.ts';

export const VERIFY_AUDIT: AdminCommand = {
  name: 'verify-audit',
  summary: 'Verifies the audit trail of every organization; exits with 1 if one is broken',
  run: ({ config }) => withOwner(config, verifyAllChains),
};

/** One snapshot excludes entries sealed meanwhile. */
const SNAPSHOT = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

async function verifyAllChains(owner: pg.Pool): Promise<CommandResult> {
  const reports = await transaction(owner, SNAPSHOT, (client) => verifyChains(statementsOn(client)));
  return {
    text: reports.map(chainLine).join('\n'),
    failed: reports.some(({ broken }) => broken !== null),
  };
}

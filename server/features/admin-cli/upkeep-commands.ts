import type pg from 'pg';
import { rebuildIndexAndOrder } from '../../lead/order/order-writes.ts';
import { chainLine, verifyChains } from '../../platform/audit/verify.ts';
import type { AdminCommand, CommandInput, CommandResult } from '../../platform/command-line/command.ts';
import { namedOrganizations, requireOrganization } from '../../platform/command-line/organization-reads.ts';
import { withOwner } from '../../platform/command-line/owner.ts';
import { organizationScope } from '../../platform/db/scope.ts';
import { statementsOn, transaction } from '../../platform/db/transaction.ts';
import { countText } from '../../platform/message-text.ts';

export const REBUILD_INDEX: AdminCommand = {
  name: 'rebuild-index',
  summary: 'Rebuilds the index of the lead list from the leads; the list stays usable meanwhile',
  options: { organization: { value: 'name', help: 'only of this organization' } },
  run: (input) => withOwner(input.config, (owner) => rebuildAll(owner, input)),
};

async function rebuildAll(owner: pg.Pool, { options }: CommandInput): Promise<string> {
  const name = options.get('organization');
  const organizations =
    name === undefined ? await namedOrganizations(owner) : [await requireOrganization(owner, name)];
  const lines: string[] = [];
  for (const one of organizations) {
    const segments = await rebuildIndexAndOrder(organizationScope(owner, one.id));
    lines.push(`${one.name}: ${countText(segments, 'segment')} rebuilt`);
  }
  return lines.join('\n');
}

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

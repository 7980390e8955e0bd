import type { PhoneChange } from '#contract/phones.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { allFixes, type Fix, settle } from './fix-many.ts';
import { displayNames, phoneOwners } from './reads.ts';

const PREVIEW_ROWS = 100;

/**
 * Returns a dry run of the fix: how many numbers it changes, how many conflict with other leads, and the first 100 of
 * both.
 */
export async function previewFixes(
  scope: OrganizationScope,
): Promise<{ fixable: number; conflicts: number; rows: PhoneChange[] }> {
  const given = new Map<string, string>();
  const shown: (Fix & Pick<PhoneChange, 'outcome'>)[] = [];
  let [fixable, conflicts] = [0, 0];
  for await (const fixes of allFixes(scope)) {
    const numbers = fixes.map(({ number }) => number);
    const holders = await scope.transaction((tx) => phoneOwners(tx, numbers));
    const settled = settle(fixes, given, ({ number }) => holders.get(number));
    fixable += settled.made.length;
    conflicts += settled.conflicts.length;
    const made = new Set(settled.made.map(({ lead }) => lead.id));
    for (const fix of fixes.slice(0, PREVIEW_ROWS - shown.length)) {
      shown.push({ ...fix, outcome: made.has(fix.lead.id) ? 'change' : 'conflict' });
    }
  }
  return { fixable, conflicts, rows: await previewedChanges(scope, shown) };
}

async function previewedChanges(
  scope: OrganizationScope,
  shown: readonly (Fix & Pick<PhoneChange, 'outcome'>)[],
): Promise<PhoneChange[]> {
  const ids = shown.map(({ lead }) => lead.id);
  const names = await scope.transaction((tx) => displayNames(tx, ids));
  return shown.map(({ lead, number, outcome }) => ({
    leadId: lead.id,
    name: names.get(lead.id) ?? '',
    country: lead.country,
    before: lead.phone,
    after: number,
    outcome,
  }));
}

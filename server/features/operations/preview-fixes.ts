import type { PhoneChange } from '#contract/phones.ts';
import { allFixes, type SettledFix } from '../../lead/operations/fix-phones.ts';
import { namesOfLeads } from '../../lead/operations/list-reads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';

const PREVIEW_ROWS = 100;

/** Returns a dry run of the fix: how many numbers it changes, how many conflict with other leads, and the first 100 of both. */
export async function previewFixes(
  scope: OrganizationScope,
): Promise<{ fixable: number; conflicts: number; rows: PhoneChange[] }> {
  const shown: SettledFix[] = [];
  let [fixable, conflicts] = [0, 0];
  for await (const fixes of allFixes(scope, true)) {
    const made = fixes.filter(({ holder }) => holder === null).length;
    fixable += made;
    conflicts += fixes.length - made;
    shown.push(...fixes.slice(0, PREVIEW_ROWS - shown.length));
  }
  const ids = shown.map(({ lead }) => lead.id);
  const names = await scope.transaction((tx) => namesOfLeads(tx, ids));
  const rows = shown.map(({ lead: { id, phone, country }, number, holder }): PhoneChange => {
    const { name, email } = names.get(id) ?? { name: '', email: null };
    return {
      ...{ leadId: id, name: name || (email ?? ''), country, before: phone, after: number },
      outcome: holder === null ? 'change' : 'conflict',
    };
  });
  return { fixable, conflicts, rows };
}

import { isDeepStrictEqual } from 'node:util';
import type { AuditDetails } from '#contract/audit-logs.ts';
import type { GivenRule, RetentionRule } from '#contract/retention.ts';
import type { RetainedFilter } from '../../lead/conditions/asked.ts';
import { readLeads } from '../../lead/lead-reads.ts';
import { clause, page } from '../../lead/list/index/finder.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';
import { loadRules, lockRules, writeRules } from './rule-writes.ts';
import { operationsToSpare } from './run-reads.ts';

const DAY_MS = 86_400_000;
const EXAMPLES = 5;

/** The part of a rule that decides which leads it takes. */
export type Taking = Pick<RetentionRule, 'id' | 'where' | 'after' | 'action'>;

/** Returns the filter for the leads that a rule takes at a time. */
export async function filterOfRule(tx: TenantTransaction, rule: Taking, at: Date): Promise<RetainedFilter> {
  const { where, after, action } = rule;
  return {
    ...(where.length > 0 && { where: JSON.stringify(where) }),
    retained: {
      age: { of: after.of, before: new Date(at.getTime() - after.days * DAY_MS).toISOString() },
      except: await operationsToSpare(tx, rule, at),
      anonymous: { trash: 'all', anonymise: 'named', erase: 'unsold' }[action] as 'all',
    },
  };
}

/**
 * Gives new rules an id.
 * @throws HttpError invalid_input, which names the rule and the field
 */
async function checkedRules(tx: TenantTransaction, given: readonly GivenRule[]): Promise<RetentionRule[]> {
  const rules = given.map((rule) => ({ ...rule, id: rule.id ?? newId() }));
  const ids = new Set<string>();
  for (const [place, rule] of rules.entries()) {
    if (ids.has(rule.id)) throw refused(rule, 'another rule has the same id', `rules.${place}.id`);
    ids.add(rule.id);
    try {
      // The nightly job has no user.
      await clause({ ...tx, userId: null }, await filterOfRule(tx, rule, new Date()));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      throw refused(rule, error.message, `rules.${place}.where`);
    }
  }
  return rules;
}

function refused({ name }: { name: string }, problem: string, field: string): HttpError {
  return new HttpError('invalid_input', `Rule ${name}: ${problem}`, { field });
}

/** @throws HttpError invalid_input, which names the rule and the field */
export async function saveRules(
  tx: TenantTransaction,
  given: readonly GivenRule[],
  editor: Editor,
): Promise<RetentionRule[]> {
  await lockRules(tx);
  const before = await loadRules(tx);
  const rules = await checkedRules(tx, given);
  await writeRules(tx, rules, editor.actor.id);
  const details = changesOf(before, rules);
  if (details !== null) await writeAudit(tx, { action: 'update_retention', ...editor, details });
  return loadRules(tx);
}

/** Returns the names of rules by what happened to them; null if nothing changed. */
function changesOf(before: readonly RetentionRule[], after: readonly RetentionRule[]): AuditDetails | null {
  if (isDeepStrictEqual(before, after)) return null;
  const was = new Map(before.map((rule) => [rule.id, rule]));
  const is = new Map(after.map((rule) => [rule.id, rule]));
  const names = (rules: readonly RetentionRule[]) => rules.map(({ name }) => name).join(', ');
  const added = names(after.filter(({ id }) => !was.has(id)));
  const removed = names(before.filter(({ id }) => !is.has(id)));
  const changed = names(
    after.filter((rule) => was.has(rule.id) && !isDeepStrictEqual(was.get(rule.id), rule)),
  );
  return {
    rules: after.length,
    ...(added !== '' && { added }),
    ...(changed !== '' && { changed }),
    ...(removed !== '' && { removed }),
  };
}

/** Counts the leads that each rule would take now, and shows the newest. */
export async function previewRules(tx: TenantTransaction, given: readonly GivenRule[]) {
  const previews = [];
  const jobs = { ...tx, userId: null };
  for (const rule of await checkedRules(tx, given)) {
    const filter = await filterOfRule(tx, rule, new Date());
    const { ids, total } = await page(jobs, filter, { offset: 0, limit: EXAMPLES }, true);
    previews.push({ id: rule.id, count: total ?? 0, examples: await readLeads(tx, ids) });
  }
  return previews;
}

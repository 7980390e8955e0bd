import { expect } from 'vitest';
import type { SuppressionList } from '#contract/suppressions.ts';
import { removeExpired } from '#server/features/suppressions/suppression-jobs.ts';
import { call } from './calls.ts';
import { erase } from './erasures.ts';
import {
  type ContactField,
  entryOf,
  identityOf,
  LISTED_PEOPLE,
  type ModelEntry,
  spelled,
} from './listed-people.ts';
import type { SuppressionRun } from './suppression-run.ts';
import type { ListName, StepOf } from './suppression-steps.ts';

const IN_AN_HOUR_MS = 3_600_000;
const NAMES: Readonly<Record<ListName, string>> = {
  standard: 'Do not contact',
  more: 'More',
  theirs: 'Theirs',
};
const THEIR_CUSTOMER = 'C-1';

async function listIdOf(run: SuppressionRun, name: ListName): Promise<string> {
  const { body } = await run.user.get<SuppressionList[]>('/api/suppression-lists');
  const found = body.find((list) => list.name === NAMES[name]);
  if (found !== undefined) return found.id;
  const made = await run.user.post<SuppressionList>('/api/suppression-lists', {
    name: NAMES[name],
    customerNumber: name === 'theirs' ? THEIR_CUSTOMER : null,
  });
  expect(made.status).toBe(201);
  return made.body.id;
}

/** Adds an entry to a list. */
export async function listOne(run: SuppressionRun, { list, spec, expires }: StepOf<'list'>): Promise<void> {
  const entry = entryOf(spec);
  const { status, body } = await run.user.post('/api/suppressions', {
    ...{ listId: await listIdOf(run, list), entries: [entry.text] },
    ...(expires && { expiresAt: new Date(Date.now() + IN_AN_HOUR_MS).toISOString() }),
  });
  expect([entry.text, status, body]).toMatchObject([entry.text, 201, { invalid: [] }]);
  run.lists.add(list, list === 'theirs' ? THEIR_CUSTOMER : null, entry);
}

async function entryIdOf(run: SuppressionRun, list: ListName, { kind, text }: ModelEntry): Promise<string> {
  const query = new URLSearchParams({ listId: await listIdOf(run, list), kind, search: text.trim() });
  const { body } = await run.user.get<{ entries: { id: string }[] }>(`/api/suppressions?${query}`);
  expect([text, body.entries.length]).toEqual([text, 1]);
  return body.entries[0]?.id ?? '';
}

/** Removes an entry, or lets it expire. */
export async function unlistOne(
  run: SuppressionRun,
  { do: how, nth }: StepOf<'unlist' | 'expire'>,
): Promise<void> {
  const held = run.lists.all();
  const one = held[nth % Math.max(held.length, 1)];
  if (one === undefined) return;
  const id = await entryIdOf(run, one.list as ListName, one.entry);
  run.lists.remove(one.list, one.entry);
  if (how === 'unlist') {
    expect((await call(run.user, 'DELETE', `/api/suppressions/${id}`)).status).toBe(204);
    return;
  }
  await run.app.context.db.owner.query(
    'UPDATE suppressions SET expires_at = now() WHERE organization_id = $1 AND id = $2',
    [run.user.user.organizationId, id],
  );
  await removeExpired(run.app.context);
}

/** Deletes the second list for everyone. */
export async function dropMore(run: SuppressionRun): Promise<void> {
  const path = `/api/suppression-lists/${await listIdOf(run, 'more')}`;
  expect((await call(run.user, 'DELETE', path)).status).toBe(200);
  run.lists.dropList('more');
}

/** Erases a person, who must be gone at the end. */
export async function erasePerson(
  run: SuppressionRun,
  { by, nth, spelling, suppress }: StepOf<'erase'>,
): Promise<void> {
  const person = nth % LISTED_PEOPLE.length;
  const lead = by === 'lead' ? await run.leadAt(nth, () => true) : undefined;
  if (by === 'lead' && lead === undefined) return;
  const begin = by === 'lead' ? [] : [identityOf(person, by)];
  const gone = await connectedIdentities(run, begin, lead === undefined ? [] : [lead.id]);
  const named = by === 'lead' ? { leadId: lead?.id } : { [by]: spelled(person, by, spelling) };
  const { status } = await erase(run.user, { ...named, suppress });
  expect(status).toBe('completed');
  for (const identity of gone) {
    run.erased.add(identity);
    if (!suppress) continue;
    const at = LISTED_PEOPLE.findIndex(({ emails, phones }) => [emails[0], phones[0]].includes(identity));
    const field: ContactField = identity.includes('@') ? 'email' : 'phone';
    // Fresh addresses are on no list.
    if (at >= 0) {
      run.lists.add('standard', null, entryOf({ form: 'plain', field, person: at, spelling: 0 }));
    }
  }
}

/** Identities of all leads that share one with these, or were merged with them, and so on. */
async function connectedIdentities(
  run: SuppressionRun,
  identities: readonly string[],
  ids: readonly string[],
): Promise<Set<string>> {
  const leads = await run.leads();
  const { rows: merges } = await run.app.context.db.owner.query<{ kept: string; merged: string }>(
    'SELECT kept_id AS kept, merged_id AS merged FROM lead_merges WHERE organization_id = $1',
    [run.user.user.organizationId],
  );
  const [known, theirs] = [new Set(identities), new Set(ids)];
  for (let size = -1; size < known.size + theirs.size; ) {
    size = known.size + theirs.size;
    for (const { id, phone, valid, ...lead } of leads) {
      const digits = (phone ?? '').replaceAll(/\D/g, '').replace(/^00/, '');
      const isTheirs = theirs.has(id) || lead.identities.some((one) => known.has(one));
      if (!isTheirs && (valid || !known.has(`+${digits}`))) continue;
      theirs.add(id);
      for (const one of lead.identities) known.add(one);
    }
    for (const { kept, merged } of merges) {
      if (!theirs.has(kept) && !theirs.has(merged)) continue;
      theirs.add(kept).add(merged);
    }
  }
  return known;
}

import type { FastifyInstance } from 'fastify';
import type { ReplyOf } from '#contract/endpoint.ts';
import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import { leadCountries, leadFieldValues, leadFilterValues } from '#contract/lead-values.ts';
import { countLeads as countLeadsCall, firstLeads, listLeads as listLeadsCall } from '#contract/leads.ts';
import { listTrash } from '#contract/trash.ts';
import { count as countLeads, page as findPage } from '../../lead/index/finder.ts';
import { readLeads } from '../../lead/lead-reads.ts';
import { sortedPage } from '../../lead/order/sorted-page.ts';
import { statsOf } from '../../lead/stats/stat-reads.ts';
import type { StatDimension } from '../../lead/stats/stat-writes.ts';
import { countStatuses, type StatusCount } from '../../lead/statuses/reads.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { serve } from '../../platform/http/bind.ts';
import { fieldValues, findTrash } from './reads.ts';

/** Values of a filter that are offered; more would not be read. */
const OFFERED = 500;

/** The lead database. */
export function leadRoutes(app: FastifyInstance, context: Context): void {
  serve(
    app,
    context,
    listLeadsCall,
    ({ query: { limit, offset, count, sort, order, ...filter } }, { scope }) =>
      scope.transaction(async (tx) => {
        const isCounted = count === 'true';
        const { ids, total } = await listedPage(tx, filter, { sort, order }, { limit, offset }, isCounted);
        return { leads: await readLeads(tx, ids), total: isCounted ? total : null };
      }),
  );

  serve(app, context, firstLeads, ({ query: { first, sort, order, ...filter } }, { scope }) =>
    scope.transaction(async (tx) => {
      const { ids } = await listedPage(tx, filter, { sort, order }, { limit: first, offset: 0 }, false);
      return { ids };
    }),
  );

  serve(app, context, listTrash, ({ query: { limit, offset, ...filter } }, { scope }) =>
    scope.transaction((tx) => findTrash(tx, filter, { limit, offset })),
  );

  serve(app, context, countLeadsCall, ({ query }, { scope }) =>
    scope.transaction(async (tx) => ({ total: await countLeads(tx, query) })),
  );

  serve(app, context, leadCountries, async (_input, { scope }) => {
    const countries = await scope.transaction((tx) => statsOf(tx, 'country'));
    return namesOf(countries).sort((a, b) => a.localeCompare(b, 'en'));
  });

  serve(app, context, leadFieldValues, ({ query }, { scope }) =>
    scope.transaction((tx) => fieldValues(tx, query.field)),
  );

  serve(app, context, leadFilterValues, (_input, { scope }) => scope.transaction(filterValues));
}

/** Returns the ids of a part of the list; the total is only known if it is counted or the list is sorted. */
function listedPage(
  tx: TenantTransaction,
  filter: LeadFilter,
  { sort, order }: LeadSort,
  part: { limit: number; offset: number },
  isCounted: boolean,
): ReturnType<typeof findPage> {
  return sort === undefined
    ? findPage(tx, filter, part, isCounted)
    : sortedPage(tx, filter, { sort, descending: order === 'desc', ...part });
}

async function filterValues(tx: TenantTransaction): Promise<ReplyOf<typeof leadFilterValues>> {
  const names: [string, string[]][] = [];
  const counts: [string, number[]][] = [];
  const lists = FILTERED_FIELDS.map(({ key, filter }) => [key, filter] as const);
  for (const [dimension, list] of [...lists, ['tag', 'tags'] as const]) {
    const offered = (await valueCounts(tx, dimension)).slice(0, OFFERED);
    names.push([list, offered.map(({ name }) => name)]);
    counts.push([list, offered.map(({ leads }) => leads)]);
  }
  return { ...Object.fromEntries(names), counts: Object.fromEntries(counts) } as ReplyOf<
    typeof leadFilterValues
  >;
}

/** Most frequent first. */
async function valueCounts(tx: TenantTransaction, dimension: StatDimension): Promise<StatusCount[]> {
  if (dimension === 'status') return countStatuses(tx);
  const stats = await statsOf(tx, dimension);
  return stats.flatMap(({ value, total }) => (value === '' ? [] : { name: value, leads: total }));
}

function namesOf(stats: readonly { value: string }[]): string[] {
  return stats.map((row) => row.value).filter((value) => value !== '');
}

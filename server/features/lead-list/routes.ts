import type { FastifyInstance } from 'fastify';
import {
  countLeads as countLeadsCall,
  leadCountries,
  leadFilterValues,
  listLeads as listLeadsCall,
} from '#contract/leads.ts';
import { count as countLeads, page as findPage } from '../../lead/index/finder.ts';
import { readLeads } from '../../lead/row-reads.ts';
import { statsOf } from '../../lead/stats/stat-reads.ts';
import type { Context } from '../../platform/context/context.ts';
import { serve } from '../../platform/http/bind.ts';

/** Values of a filter that are offered; more would not be read. */
const OFFERED = 500;

/** The lead database. */
export function leadRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listLeadsCall, ({ query: { limit, offset, count, ...filter } }, { scope }) =>
    scope.transaction(async (tx) => {
      const { ids, total } = await findPage(tx, filter, { limit, offset }, count === 'true');
      return { leads: await readLeads(tx, ids), total };
    }),
  );

  serve(app, context, countLeadsCall, ({ query }, { scope }) =>
    scope.transaction(async (tx) => ({ total: await countLeads(tx, query) })),
  );

  serve(app, context, leadCountries, async (_input, { scope }) => {
    const countries = await scope.transaction((tx) => statsOf(tx, 'country'));
    return namesOf(countries).sort((a, b) => a.localeCompare(b, 'en'));
  });

  serve(app, context, leadFilterValues, (_input, { scope }) =>
    scope.transaction(async (tx) => ({
      countries: namesOf(await statsOf(tx, 'country')),
      brands: namesOf(await statsOf(tx, 'brand')).slice(0, OFFERED),
      sources: namesOf(await statsOf(tx, 'source')).slice(0, OFFERED),
      statuses: namesOf(await statsOf(tx, 'status')).slice(0, OFFERED),
      tags: namesOf(await statsOf(tx, 'tag')).slice(0, OFFERED),
    })),
  );
}

function namesOf(stats: readonly { value: string }[]): string[] {
  return stats.map((row) => row.value).filter((value) => value !== '');
}

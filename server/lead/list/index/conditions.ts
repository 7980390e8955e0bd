import type { LeadFilter } from '#contract/lead-filter.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { AskedConditions } from '../../conditions/asked.ts';
import { columnClause } from '../../conditions/clause-reads.ts';
import { readConditions } from '../../conditions/condition-reads.ts';
import { searchWords } from '../../conditions/search-words.ts';
import { type Conditions, type Facets, groupClause, hasFilters } from './clauses.ts';
import { cents, dayNumber, isValueDimension } from './dimensions.ts';

/**
 * Resolves names to the spellings that leads have.
 * @throws HttpError invalid_input for conditions that can't be read (`readConditions`)
 */
export async function readFilter(tx: TenantTransaction, filter: LeadFilter): Promise<Conditions> {
  const facets = facetsOf(await readConditions(tx, filter));
  const search = filter.search ? searchWords(filter.search) : null;
  return { trash: filter.bin === 'true', search, ...facets };
}

function facetsOf({ columns, custom, groups, ...asked }: AskedConditions): Facets {
  const facets: Facets = { values: [...asked.values], ranges: [], custom: [...custom], groups: [] };
  for (const { column, ...held } of columns) {
    if (isValueDimension(column)) facets.values.push({ dimension: column, ...held });
    else facets.custom.push({ clause: columnClause(column, held) });
  }
  // Every lead has none of no values.
  facets.values = facets.values.filter(({ anyOf, not }) => !not || anyOf?.length !== 0);
  facets.ranges = asked.ranges.map(({ dimension, least, most }) => {
    const number = dimension === 'amount' ? cents : dayNumber;
    return {
      dimension,
      least: least === null ? null : number(least),
      most: most === null ? null : number(most),
    };
  });
  for (const group of groups.map((lists) => lists.map(facetsOf))) {
    if (!group.every(hasFilters)) continue;
    if (group.every((list) => list.custom.length === 0)) facets.groups.push(group);
    else facets.custom.push({ clause: groupClause(group) });
  }
  return facets;
}

import { listColumnSets } from '#contract/column-sets.ts';
import { queryOf } from './query.ts';

/** Column sets of the organization, by name. */
export const columnSetsQuery = queryOf(listColumnSets, {});

import { listOwners } from '#contract/lead-owners.ts';
import { queryOf } from './query.ts';

/** Users who can own leads, by name. */
export const ownersQuery = queryOf(listOwners, {});

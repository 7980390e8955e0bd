import { oneOf } from '../../../lib/read-search.ts';

/** Search parameters of the documentation; the default tab is Create Lead, the default language curl. */
export interface DocsSearch {
  tab?: 'update' | 'list' | 'batch' | undefined;
  lang?: 'javascript' | 'python' | undefined;
}

/** Parses the search parameters. */
export function readDocsSearch({ tab, lang }: Record<string, unknown>): DocsSearch {
  return { tab: oneOf(tab, ['update', 'list', 'batch']), lang: oneOf(lang, ['javascript', 'python']) };
}

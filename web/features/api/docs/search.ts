import { oneOf } from '../../../lib/read-search.ts';

/** Defaults: Create Lead and curl. */
export interface DocsSearch {
  tab?: 'update' | 'list' | 'batch' | 'get' | 'delete' | 'outcome' | undefined;
  lang?: 'javascript' | 'python' | undefined;
}

export function readDocsSearch({ tab, lang }: Record<string, unknown>): DocsSearch {
  return {
    tab: oneOf(tab, ['update', 'list', 'batch', 'get', 'delete', 'outcome']),
    lang: oneOf(lang, ['javascript', 'python']),
  };
}

import type { GridFilter } from '#contract/import-mending.ts';
import { oneOf, textUpTo, uuidIn } from '../../../../lib/read-search.ts';

/** Sets of rows that the grid offers. */
export const SHOWN_ROWS = ['open', 'edited', 'dropped', 'all'] as const;

export type ShownRows = (typeof SHOWN_ROWS)[number];

/** Search parameters of the grid. */
export interface MendSearch {
  /** ID of the upload. */
  draft?: string | undefined;
  /** Default: `open`, the rows that need attention. */
  show?: Exclude<ShownRows, 'open'> | undefined;
  code?: string | undefined;
  column?: string | undefined;
  text?: string | undefined;
}

/** Parses the search parameters; malformed values are dropped. */
export function readMendSearch({ draft, show, code, column, text }: Record<string, unknown>): MendSearch {
  return {
    draft: uuidIn(draft),
    show: oneOf(show, ['edited', 'dropped', 'all']),
    code: textUpTo(code, 100),
    column: textUpTo(column, 1000),
    text: textUpTo(text, 200),
  };
}

/** Returns the filter that the server understands. */
export function gridFilterOf({ show, code, column, text }: MendSearch): GridFilter {
  return {
    show: show ?? 'open',
    ...(code !== undefined && { code }),
    ...(column !== undefined && { column }),
    ...(text !== undefined && { text }),
  };
}

/** Returns true if the filter leaves out rows of the chosen set. */
export function isNarrowed({ code, column, text }: MendSearch): boolean {
  return code !== undefined || column !== undefined || text !== undefined;
}

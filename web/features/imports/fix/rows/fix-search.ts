import type { GridFilter } from '#contract/import-fixing.ts';
import { oneOf, textUpTo, uuidIn } from '../../../../lib/read-search.ts';

/** Sets of rows that the grid offers. */
export const SHOWN_ROWS = ['open', 'edited', 'dropped', 'all'] as const;

export type ShownRows = (typeof SHOWN_ROWS)[number];

/** Search parameters of the grid. */
export interface FixSearch {
  /** ID of the upload. */
  draft?: string | undefined;
  /** Default: `open`, the rows that need attention. */
  show?: Exclude<ShownRows, 'open'> | undefined;
  code?: string | undefined;
  column?: string | undefined;
  text?: string | undefined;
}

/** Parses the search parameters; malformed values are dropped. */
export function readFixSearch({ draft, show, code, column, text }: Record<string, unknown>): FixSearch {
  return {
    draft: uuidIn(draft),
    show: oneOf(show, ['edited', 'dropped', 'all']),
    code: textUpTo(code, 100),
    column: textUpTo(column, 1000),
    text: textUpTo(text, 200),
  };
}

/** Returns the filter that the server understands. */
export function gridFilterOf({ show, code, column, text }: FixSearch): GridFilter {
  return {
    show: show ?? 'open',
    ...(code !== undefined && { code }),
    ...(column !== undefined && { column }),
    ...(text !== undefined && { text }),
  };
}

/** Returns true if the filter leaves out rows of the chosen set. */
export function isNarrowed({ code, column, text }: FixSearch): boolean {
  return code !== undefined || column !== undefined || text !== undefined;
}

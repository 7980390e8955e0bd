import type { GridFilter } from '#contract/import-fixing.ts';
import { oneOf, textUpTo, uuidIn } from '../../../../lib/read-search.ts';

export const SHOWN_ROWS = ['open', 'edited', 'dropped', 'all'] as const;

export type ShownRows = (typeof SHOWN_ROWS)[number];

export interface FixSearch {
  /** Upload ID. */
  draft?: string | undefined;
  /** Default: `open`, the rows that need attention. */
  show?: Exclude<ShownRows, 'open'> | undefined;
  code?: string | undefined;
  column?: string | undefined;
  text?: string | undefined;
}

/** Parses the search parameters; drops malformed values. */
export function readFixSearch({ draft, show, code, column, text }: Record<string, unknown>): FixSearch {
  return {
    draft: uuidIn(draft),
    show: oneOf(show, ['edited', 'dropped', 'all']),
    code: textUpTo(code, 100),
    column: textUpTo(column, 1000),
    text: textUpTo(text, 200),
  };
}

export function gridFilterOf({ show, code, column, text }: FixSearch): GridFilter {
  return {
    show: show ?? 'open',
    ...(code !== undefined && { code }),
    ...(column !== undefined && { column }),
    ...(text !== undefined && { text }),
  };
}

/** Returns whether the filter excludes rows of the chosen set. */
export function isNarrowed({ code, column, text }: FixSearch): boolean {
  return code !== undefined || column !== undefined || text !== undefined;
}

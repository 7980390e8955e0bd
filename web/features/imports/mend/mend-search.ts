import { z } from 'zod';
import type { GridFilter } from '#contract/import-mending.ts';

/** Sets of rows that the grid offers. */
export const SHOWN_ROWS = ['open', 'edited', 'dropped', 'all'] as const;

export type ShownRows = (typeof SHOWN_ROWS)[number];

/**
 * Search parameters of the grid. Invalid values become explicitly undefined, because the router keeps omitted keys as
 * they were in the URL.
 */
export const mendSearch = z.object({
  /** ID of the upload. */
  draft: z.uuid().optional().catch(undefined),
  /** Default: `open`, the rows that need attention. */
  show: z.enum(SHOWN_ROWS).exclude(['open']).optional().catch(undefined),
  code: filterText(100),
  column: filterText(1000),
  text: filterText(200),
});

export type MendSearch = z.output<typeof mendSearch>;

function filterText(length: number) {
  return z.coerce.string().min(1).max(length).optional().catch(undefined);
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

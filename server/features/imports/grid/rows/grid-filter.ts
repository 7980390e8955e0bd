import type { GridFilter } from '#contract/import-fixing.ts';
import { EDITED_ROWS } from './edited-row-reads.ts';
import { encodeCell, OUTCOME, SEPARATOR_SQL } from './grid-row.ts';
import type { ProblemList } from './problem-list.ts';

/** On rows `r`; `$1` and `$2` are the organization and the upload. */
export interface RowCondition {
  sql: string;
  values: unknown[];
}

const SHOWN: Record<GridFilter['show'], string> = {
  listed: 'r.listed',
  open: `r.listed AND r.tags IS NOT NULL AND r.outcome <> ${OUTCOME.dropped}`,
  edited: `r.row_number = ANY(ARRAY(${EDITED_ROWS}))`,
  dropped: `r.outcome = ${OUTCOME.dropped}`,
  all: 'true',
};

const IS_ASCII = /^[\x20-\x7e]*$/;

/** Compiles a filter. Its own values start at `$first`. */
export function rowCondition(filter: GridFilter, problems: ProblemList, first: number): RowCondition {
  const parts = [SHOWN[filter.show]];
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${first + values.push(given) - 1}`;
  if (filter.code !== undefined || filter.column !== undefined) {
    const tags = value(problems.matching(filter.code, filter.column));
    const had = `(r.tags && ${tags}::smallint[] OR r.fixed && ${tags}::smallint[])`;
    const has = `(r.tags && ${tags}::smallint[] AND r.outcome <> ${OUTCOME.dropped})`;
    parts.push(filter.show === 'listed' || filter.show === 'dropped' ? had : has);
  }
  if (filter.text !== undefined) {
    parts.push(containing('r.cells', encodeCell(filter.text), value));
  }
  return { sql: parts.join(' AND '), values };
}

/** Cells that a replacement may change; the caller decides for each row. */
export function cellCondition(
  place: number,
  { match, find }: { match: 'cell' | 'part'; find: string },
  first: number,
): RowCondition {
  const cell = `split_part(r.cells, ${SEPARATOR_SQL}, ${place + 1})`;
  const sought = encodeCell(find);
  if (match === 'cell') return { sql: `${cell} = $${first}`, values: [sought] };
  // Other alphabets have case rules of which PostgreSQL's depend on its locale.
  if (!IS_ASCII.test(sought)) return { sql: 'true', values: [] };
  const values: unknown[] = [];
  return { sql: containing(cell, sought, (given) => `$${first + values.push(given) - 1}`), values };
}

/** Returns the condition that a text contains another one in any case. */
function containing(text: string, sought: string, value: (given: string) => string): string {
  if (!IS_ASCII.test(sought)) return `${text} ILIKE ${value(`%${likeText(sought)}%`)}`;
  // Without the rules of a language, case compares much faster. ILIKE would fold the sought text for each row.
  const lower = sought.toLowerCase();
  const compared = lower === sought.toUpperCase() ? `${text} COLLATE "C"` : `lower(${text} COLLATE "C")`;
  return `${compared} LIKE ${value(`%${likeText(lower)}%`)}`;
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

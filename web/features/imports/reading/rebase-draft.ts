import type { Upload } from '#contract/uploads.ts';
import type { ImportDraft } from '../draft.ts';
import { firstDraft } from '../saved-mapping.ts';

/**
 * Adapts a draft to the same file read another way: columns that still exist keep their fields, new ones get the suggested
 * field if no kept column feeds it, and all other choices stay.
 */
export function rebaseDraft(draft: ImportDraft, from: Upload, to: Upload): ImportDraft {
  const [before, fresh] = [firstDraft(from), firstDraft(to)];
  const { sheet, encoding, delimiter, headerRow } = fresh;
  const reading = { sheet, encoding, delimiter, headerRow };
  const isUntouched = JSON.stringify({ ...draft, ...reading }) === JSON.stringify({ ...before, ...reading });
  if (isUntouched) return fresh;
  const known = new Set(from.columns);
  const kept = Object.entries(draft.mapping).filter(([column]) => to.columns.includes(column));
  const fed = new Set(kept.map(([, field]) => field));
  const added = Object.entries(fresh.mapping).filter(
    ([column, field]) => !known.has(column) && !fed.has(field),
  );
  const splitColumn =
    draft.splitColumn !== null && to.columns.includes(draft.splitColumn) ? draft.splitColumn : null;
  const names =
    splitColumn === null ? added : added.filter(([, field]) => !/^(?:first|last)Name$/.test(field));
  return { ...draft, ...reading, mapping: Object.fromEntries([...kept, ...names]), splitColumn };
}

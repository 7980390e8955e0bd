import type { Upload } from '#contract/uploads.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { choicesKey, firstDraft } from '../plan/saved-mapping.ts';
import { withTools } from '../tools/draft-tools.ts';

/**
 * Adapts a draft to a reread file: existing columns keep fields, values and tools, new columns get
 * free suggested fields.
 */
export function rebaseDraft(draft: ImportDraft, from: Upload, to: Upload): ImportDraft {
  const [before, fresh] = [firstDraft(from), firstDraft(to)];
  const { sheet, encoding, delimiter, headerRow } = fresh;
  const reading = { sheet, encoding, delimiter, headerRow };
  const read = { ...draft, ...reading };
  const isUntouched = choicesKey(read) === choicesKey({ ...before, tagsText: draft.tagsText, ...reading });
  if (isUntouched) return { ...fresh, tagsText: draft.tagsText };
  const known = new Set(from.columns);
  const kept = withTools(read, to, draft.columnTools);
  const fed = new Set(Object.values(kept.mapping));
  const added = Object.entries(fresh.mapping).filter(
    ([column, field]) => !known.has(column) && !fed.has(field),
  );
  const names =
    kept.splitColumn === null ? added : added.filter(([, field]) => !/^(?:first|last)Name$/.test(field));
  return { ...kept, mapping: { ...kept.mapping, ...Object.fromEntries(names) } };
}

import type { Upload } from '#contract/uploads.ts';
import { Switch } from '../../../ui/switch.tsx';
import { type ImportDraft, keepNamesWhole, splitNames } from '../plan/draft.ts';
import { cellOutcome, columnSamples } from '../preview/preview-cells.ts';
import type { Preview } from '../preview/use-preview.ts';

interface NameSplittingProps {
  column: string;
  upload: Upload;
  draft: ImportDraft;
  preview: Preview;
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
}

/** Offers to split full names, with an example from the file. */
export function NameSplitting({ column, upload, draft, preview, onEdit }: NameSplittingProps) {
  const on = draft.splitColumn === column;
  const example = columnSamples(upload.preview, column, 20).find((sample) => sample.value.includes(' '));
  const first = example && cellOutcome(preview.rows, example.row, column, 'firstName')?.value;
  const last = example && cellOutcome(preview.rows, example.row, column, 'lastName')?.value;
  const shown = on && first && last ? `"${example?.value}" becomes "${first}" and "${last}".` : null;
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3 lg:px-5">
      <Switch
        label="Smart Name Splitting"
        help={
          <>
            The column <strong className="font-medium text-text">{column}</strong> contains full names.
            They'll be split into First Name and Last Name.{' '}
            {shown ?? (example && `For example, "${example.value}".`)}
          </>
        }
        checked={on}
        onChange={(split) => onEdit((now) => (split ? splitNames(now, column) : keepNamesWhole(now, upload)))}
      />
    </div>
  );
}

import { CornerDownRight } from 'lucide-react';
import { importField } from '#contract/lead-fields.ts';
import { cx } from '../../../ui/cx.ts';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { filledFields, previewValues } from '../preview/preview-cells.ts';
import type { Preview } from '../preview/use-preview.ts';
import { MAPPING_GRID } from './mapping-grid.ts';

const SOURCES: Record<string, string> = {
  country: 'From the phone or the default country',
  tags: 'Manual tags',
};

/** Lead fields that options fill without a column. */
export function FilledRows({ preview, draft }: { preview: Preview; draft: ImportDraft }) {
  const dimmed = useDimmed(preview.busy);
  return filledFields(preview.rows, draft).map((field) => (
    <li
      key={field}
      className={cx(
        'border-t border-line px-4 py-2 lg:min-h-10 lg:items-center lg:px-5 lg:py-1.5',
        MAPPING_GRID,
      )}
    >
      <p className="text-13 text-muted">{SOURCES[field] ?? 'Set by the options'}</p>
      <span className="hidden text-muted lg:block">
        <CornerDownRight className="size-4" aria-hidden />
      </span>
      <p className="text-14 font-medium lg:px-3">{importField(field)?.label ?? field}</p>
      <p className={cx('truncate text-13', dimmed)} title={previewValues(preview.rows, field, 20).join('\n')}>
        {previewValues(preview.rows, field).join(' · ')}
      </p>
    </li>
  ));
}

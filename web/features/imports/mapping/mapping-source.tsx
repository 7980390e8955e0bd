import type { Upload } from '#contract/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ImportDraft } from '../plan/draft.ts';
import { mappingSource, switchMapping } from '../plan/saved-mapping.ts';

interface MappingSourceProps {
  upload: Upload;
  draft: ImportDraft;
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
}

/** Switches between saved and automatic mapping; nothing after a manual change. */
export function MappingSource({ upload, draft, onEdit }: MappingSourceProps) {
  const source = mappingSource(draft, upload);
  if (source === null) return null;
  const other = source === 'saved' ? 'automatic' : 'saved';
  return (
    <Notice title={source === 'saved' ? 'Saved mapping' : 'Automatic mapping'}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex-1 basis-64">
          {source === 'saved'
            ? 'Columns and options are the same as in your last import with these columns.'
            : "Columns are mapped by name. There's a saved mapping for these columns."}
        </p>
        <Button size="small" onClick={() => onEdit((now) => switchMapping(now, upload, other))}>
          Use {other === 'saved' ? 'Saved' : 'Automatic'} Mapping
        </Button>
      </div>
    </Notice>
  );
}

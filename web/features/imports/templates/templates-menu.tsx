import { LayoutTemplate } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Upload } from '#contract/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import type { ImportDraft } from '../plan/draft.ts';
import { TemplatesPanel } from './templates-panel.tsx';

interface TemplatesMenuProps {
  /** Without column tools applied. */
  upload: Upload;
  draft: ImportDraft;
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
}

/** Button that opens the templates. */
export function TemplatesMenu({ upload, draft, onEdit }: TemplatesMenuProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={anchor}
        size="small"
        icon={LayoutTemplate}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Templates
      </Button>
      <Popover open={open} onOpenChange={setOpen} anchor={anchor} label="Import templates">
        <TemplatesPanel upload={upload} draft={draft} onEdit={onEdit} onClose={() => setOpen(false)} />
      </Popover>
    </>
  );
}

import { Columns3Cog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { COLUMN_TOOLS_MAX, type ColumnTool } from '#contract/column-tools.ts';
import type { Upload } from '#contract/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import type { ImportDraft } from '../plan/draft.ts';
import { addTool, changeTool } from './draft-tools.ts';
import { ToolDialog } from './tool-dialog.tsx';
import { ToolList } from './tool-list.tsx';

interface ColumnToolsPanelProps {
  /** Without tools applied. */
  upload: Upload;
  draft: ImportDraft;
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
  /** Places the button that adds a tool. */
  children: (button: ReactNode) => ReactNode;
}

/** Button that adds a column tool, above the existing ones. */
export function ColumnToolsPanel({ upload, draft, onEdit, children }: ColumnToolsPanelProps) {
  const [open, setOpen] = useState<number | null>(null);
  const { columnTools: tools } = draft;

  function save(index: number, tool: ColumnTool) {
    setOpen(null);
    onEdit((now) => (index < tools.length ? changeTool(now, upload, index, tool) : addTool(now, tool)));
  }

  return (
    <>
      {children(
        <Button
          size="small"
          icon={Columns3Cog}
          disabled={tools.length >= COLUMN_TOOLS_MAX}
          onClick={() => setOpen(tools.length)}
        >
          Add Column Tool
        </Button>,
      )}
      <ToolList upload={upload} draft={draft} onEdit={onEdit} onOpen={setOpen} />
      {open !== null && (
        <ToolDialog
          upload={upload}
          tools={tools}
          index={open}
          onSave={(tool) => save(open, tool)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

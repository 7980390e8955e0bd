import { Pencil, Trash2 } from 'lucide-react';
import { TOOL_LABELS } from '#contract/column-tools.ts';
import type { Upload } from '#contract/uploads.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ImportDraft } from '../plan/draft.ts';
import { removeTool } from './draft-tools.ts';
import { toolText } from './tool-text.ts';

interface ToolListProps {
  /** Without tools applied. */
  upload: Upload;
  draft: ImportDraft;
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
  onOpen: (index: number) => void;
}

/** Column tools in running order. */
export function ToolList({ upload, draft, onEdit, onOpen }: ToolListProps) {
  const tools = draft.columnTools.map((tool, index) => ({ tool, index }));
  if (tools.length === 0) return null;
  return (
    <section aria-label="Column tools" className="rounded-card border border-line bg-surface">
      <ol>
        {tools.map(({ tool, index }) => (
          <li
            key={index}
            className="flex min-h-11 items-center gap-3 border-t border-line py-1 pr-2 pl-4 text-13 first:border-t-0 lg:pl-5"
          >
            <p className="min-w-0 flex-1 truncate" title={toolText(tool)}>
              <span className="mr-2 font-medium">{TOOL_LABELS[tool.tool]}</span>
              <span className="text-muted">{toolText(tool)}</span>
            </p>
            <IconButton icon={Pencil} label={`Edit tool ${index + 1}`} onClick={() => onOpen(index)} />
            <IconButton
              icon={Trash2}
              label={`Remove tool ${index + 1}`}
              onClick={() => onEdit((now) => removeTool(now, upload, index))}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

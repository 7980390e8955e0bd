import { Columns3Cog, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { COLUMN_TOOLS_MAX, type ColumnTool, TOOL_LABELS } from '#contract/column-tools.ts';
import { formatList } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { draftPlan, type UploadDraftProps } from '../plan/draft.ts';
import { addTool, changeTool, removeTool } from './draft-tools.ts';
import { ToolDialog } from './tool-dialog.tsx';

const quoted = (text: string): string => `"${text}"`;

/** Describes a tool in a sentence. */
export function toolText(tool: ColumnTool): string {
  switch (tool.tool) {
    case 'merge':
      return `${formatList(tool.columns)} into ${tool.into}`;
    case 'split':
      return `${tool.column} at ${separatorText(tool.separator)} into ${formatList(tool.into)}`;
    case 'constant':
      return `${tool.into} is ${quoted(tool.value)} in every row`;
    case 'default':
      return `${tool.column} is ${quoted(tool.value)} where it's blank`;
    case 'replace':
      return replaceText(tool);
  }
}

function replaceText({
  column,
  find,
  replacement,
  wholeCell,
}: Extract<ColumnTool, { tool: 'replace' }>): string {
  const what =
    replacement === '' ? `removes ${quoted(find)}` : `${quoted(find)} becomes ${quoted(replacement)}`;
  return `${column}: ${what}${wholeCell ? " where it's the whole cell" : ''}`;
}

const SEPARATORS: Record<string, string> = {
  ' ': 'a space',
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '-': 'a hyphen',
  '/': 'a slash',
};

/** Names a separator; quotes unnamed characters. */
function separatorText(separator: string): string {
  return SEPARATORS[separator] ?? quoted(separator);
}

interface ColumnToolsPanelProps extends UploadDraftProps {
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
          options={draftPlan(draft).options}
          tools={tools}
          index={open}
          onSave={(tool) => save(open, tool)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface ToolListProps extends UploadDraftProps {
  onOpen: (index: number) => void;
}

function ToolList({ upload, draft, onEdit, onOpen }: ToolListProps) {
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
              <span className="font-medium">{TOOL_LABELS[tool.tool]}</span>{' '}
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

import { useQuery } from '@tanstack/react-query';
import { Columns3Cog, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { COLUMN_TOOLS_MAX, type ColumnTool, TOOL_LABELS } from '#contract/column-tools.ts';
import type { SentTo } from '#contract/endpoint.ts';
import { countToolRows, type ToolRows } from '#contract/import-values.ts';
import type { ImportOptions } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { formatCount, formatList, formatNumber } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { draftPlan, type UploadDraftProps } from '../plan/draft.ts';
import { addTool, changeTool, removeTool, toolProblemAt, toolUpload } from './draft-tools.ts';
import { ToolFields } from './tool-fields.tsx';
import { type ToolInput, toolInput, toolOf } from './tool-form.ts';

const quoted = (text: string): string => `"${text}"`;

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

interface ToolDialogProps {
  /** Without tools applied. */
  upload: Upload;
  options: ImportOptions;
  tools: readonly ColumnTool[];
  /** Tool to change; the number of tools to add a tool. */
  index: number;
  onSave: (tool: ColumnTool) => void;
  onClose: () => void;
}

const KINDS = Object.entries(TOOL_LABELS).map(([value, label]) => ({
  value: value as ColumnTool['tool'],
  label,
}));
/** Milliseconds before the file is read. */
const SETTLE_MS = 300;

function ToolDialog({ upload, options, tools, index, onSave, onClose }: ToolDialogProps) {
  const changed = tools[index] ?? null;
  const [input, setInput] = useState<ToolInput>(() => toolInput(changed));
  const [problem, setProblem] = useState<string | null>(null);
  const before = useMemo(() => toolUpload(upload, tools.slice(0, index)), [upload, tools, index]);
  const change = (part: Partial<ToolInput>) => {
    setInput((now) => ({ ...now, ...part }));
    setProblem(null);
  };

  function save() {
    const made = toolOf(input);
    const found = 'problem' in made ? made.problem : toolProblemAt(upload, tools, index, made.tool);
    setProblem(found);
    if (found === null && 'tool' in made) onSave(made.tool);
  }

  return (
    <ActionDialog
      onClose={onClose}
      title={changed === null ? 'Add Column Tool' : 'Edit Column Tool'}
      description="Changes the columns before they're mapped. Your file stays as it is."
      action={changed === null ? 'Add Tool' : 'Save'}
      onAction={save}
    >
      <Field label="Tool">
        <Select value={input.tool} onChange={(tool) => change({ tool })} options={KINDS} />
      </Field>
      <ToolFields input={input} columns={before.columns} onChange={change} />
      <ToolEffect upload={upload} options={options} tools={tools.slice(0, index)} input={input} />
      <p role="alert" className="min-h-5 text-13 text-negative">
        {problem}
      </p>
    </ActionDialog>
  );
}

interface ToolEffectProps extends Pick<ToolDialogProps, 'upload' | 'options'> {
  /** Tools before this one. */
  tools: readonly ColumnTool[];
  input: ToolInput;
}

/** Number of rows that the tool changes in the whole file, with examples. */
function ToolEffect({ upload, options, tools, input }: ToolEffectProps) {
  const made = useMemo(() => toolOf(input), [input]);
  const tool =
    'tool' in made && toolProblemAt(upload, tools, tools.length, made.tool) === null ? made.tool : null;
  const body = JSON.stringify({ uploadId: upload.uploadId, options, columnTools: tools, tool });
  const settled = useDebounced(body, SETTLE_MS);
  const { data, isError } = useQuery({
    ...queryOf(countToolRows, { body: JSON.parse(settled) as SentTo<typeof countToolRows>['body'] }),
    enabled: tool !== null && settled === body,
    gcTime: 0,
  });
  if (tool === null || isError) return null;
  return (
    <div role="status" className="min-h-9 rounded-control border border-line px-3 py-2 text-13">
      <p className="text-muted tabular-nums">{data ? effectText(data) : 'Counting rows…'}</p>
      {data && data.changed > 0 && (
        <ul aria-label="Examples">
          {data.examples.map(({ before, after }) => {
            const text = [before, after]
              .flatMap((cells) => (cells.length > 0 ? cells.join(' | ') : []))
              .join(' → ');
            return (
              <li key={text} className="truncate" title={text}>
                {text}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function effectText({ changed, totalRows }: ToolRows): string {
  if (changed === 0) return 'Changes no rows';
  if (changed === totalRows) return `Changes all ${formatCount(totalRows, 'row')}`;
  return `Changes ${formatNumber(changed)} of ${formatCount(totalRows, 'row')}`;
}

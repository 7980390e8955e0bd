import { useMemo, useState } from 'react';
import { type ColumnTool, columnsAddedBy, columnsReadBy, TOOL_LABELS } from '#contract/column-tools.ts';
import type { Upload } from '#contract/uploads.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { toolProblemAt, toolUpload } from './draft-tools.ts';
import { ToolFields } from './tool-fields.tsx';
import { type ToolInput, toolInput, toolOf } from './tool-form.ts';

interface ToolDialogProps {
  /** Without tools applied. */
  upload: Upload;
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
const EXAMPLES = 3;

export function ToolDialog({ upload, tools, index, onSave, onClose }: ToolDialogProps) {
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
      <ToolExamples before={before} input={input} />
      <p role="alert" className="min-h-5 text-13 text-negative">
        {problem}
      </p>
    </ActionDialog>
  );
}

/** Results of the tool for the first rows with a value. */
function ToolExamples({ before, input }: { before: Upload; input: ToolInput }) {
  const made = useMemo(() => toolOf(input), [input]);
  if (!('tool' in made) || toolProblemAt(before, [], 0, made.tool) !== null) return null;
  const { tool } = made;
  const added = columnsAddedBy(tool);
  const shown = added.length > 0 ? added : columnsReadBy(tool);
  const texts = toolUpload(before, [tool]).preview.map((row) =>
    shown.map((column) => row[column] ?? '').join(' | '),
  );
  const examples = [...new Set(texts)].filter((text) => text.trim() !== '').slice(0, EXAMPLES);
  if (examples.length === 0) return null;
  return (
    <div className="rounded-control border border-line px-3 py-2 text-13">
      <p className="text-muted">First rows</p>
      <ul aria-label="Examples">
        {examples.map((text) => (
          <li key={text} className="truncate" title={text}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

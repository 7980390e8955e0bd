import { Pencil, RefreshCw, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import type { ImportTemplate } from '#contract/import-templates.ts';
import { formatCount } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TemplateForm } from './template-form.tsx';
import type { TemplateChange } from './template-queries.ts';

interface TemplateRowProps {
  template: ImportTemplate;
  isAdmin: boolean;
  onApply: () => void;
  onChange: (change: TemplateChange) => void;
  /** Saves the current mapping in the template. */
  onUpdate: () => void;
  onDelete: () => void;
}

/** Template to apply and, if permitted, update, rename, share or delete. */
export function TemplateRow(props: TemplateRowProps) {
  const { template, isAdmin, onApply, onChange, onUpdate, onDelete } = props;
  const [editing, setEditing] = useState(false);
  const { name, shared, own } = template;
  const content = templateContent(template);
  if (editing) {
    return (
      <li className="p-2">
        <TemplateForm
          initial={{ name, shared }}
          canShare={isAdmin}
          label="Rename"
          onSave={(change) => {
            setEditing(false);
            onChange(change);
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  }
  return (
    <li className="flex items-center gap-0.5 rounded-control hover:bg-hover">
      <button
        type="button"
        onClick={onApply}
        className="min-w-0 flex-1 rounded-control px-2.5 py-1.5 text-left max-md:py-2.5"
      >
        <span className="flex items-center gap-2 text-14 font-medium">
          <span className="truncate">{name}</span>
          {shared && <Users className="size-3.5 shrink-0 text-muted" aria-hidden />}
        </span>
        <span className="block truncate text-12 text-muted" title={content}>
          {content}
        </span>
      </button>
      {(shared ? isAdmin : own) && (
        <>
          <IconButton icon={RefreshCw} label={`Update ${name} to this mapping`} onClick={onUpdate} />
          <IconButton icon={Pencil} label={`Edit ${name}`} onClick={() => setEditing(true)} />
          <IconButton icon={Trash2} label={`Delete ${name}`} onClick={onDelete} />
        </>
      )}
    </li>
  );
}

function templateContent({ shared, own, createdBy, columns }: ImportTemplate): string {
  const count = formatCount(columns, 'column');
  if (!shared) return count;
  return `${own ? 'Shared' : `Shared by ${createdBy}`} · ${count}`;
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, RefreshCw, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import {
  adaptTemplate,
  createTemplate,
  deleteTemplate,
  type ImportTemplate,
  listTemplates,
  updateTemplate,
} from '#contract/import-templates.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { NameForm } from '../../../lib/name-form.tsx';
import { queryOf } from '../../../lib/query.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { showFailure, showReason } from '../../../lib/show-failure.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { draftPlan, type UploadDraftProps } from '../plan/draft.ts';
import { mappedCount } from '../plan/mapping.ts';
import { templateDraft } from '../plan/saved-mapping.ts';

const TEMPLATE_NAME = { label: 'Template name', placeholder: 'e.g. Trade fair' };

interface TemplatesPanelProps extends UploadDraftProps {
  onClose: () => void;
}

export function TemplatesPanel({ upload, draft, onEdit, onClose }: TemplatesPanelProps) {
  const query = useQuery(templatesQuery);
  const { data: templates, error } = query;
  const { create, change, remove } = useTemplateChanges();
  const [saving, setSaving] = useState(false);
  const isAdmin = useIsAdmin();
  const apply = useApplyTemplate(upload, onEdit, onClose);

  if (templates === undefined) {
    if (!error) return <Skeleton className="m-4 h-4 w-40" />;
    return <QueryError title="Failed to fetch templates" query={query} className="py-8" />;
  }
  return (
    <>
      {templates.length === 0 && !saving && (
        <p className="px-4 py-3 text-13 text-muted">
          Save this mapping, with its column tools and values, to reuse it for other files.
        </p>
      )}
      {templates.length > 0 && (
        <ul aria-label="Templates" className="max-h-72 overflow-y-auto p-1">
          {templates.map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              isAdmin={isAdmin}
              onApply={() => apply.mutate(template)}
              onChange={(changes) => change.mutate({ template, ...changes })}
              onUpdate={() => change.mutate({ template, plan: draftPlan(draft) })}
              onDelete={() => remove.mutate(template)}
            />
          ))}
        </ul>
      )}
      <div className="border-t border-line p-3">
        {saving ? (
          <NameForm
            {...TEMPLATE_NAME}
            canShare={isAdmin}
            save="Save Template"
            pending={create.isPending}
            error={create.error ? messageOf(create.error, "Couldn't save the template.") : undefined}
            onSave={(input) =>
              create.mutate({ ...input, plan: draftPlan(draft) }, { onSuccess: () => setSaving(false) })
            }
            onCancel={() => setSaving(false)}
          />
        ) : (
          <Button
            className="w-full"
            disabled={mappedCount(draft.mapping) === 0}
            onClick={() => {
              create.reset();
              setSaving(true);
            }}
          >
            Save as Template
          </Button>
        )}
      </div>
    </>
  );
}

function useApplyTemplate(upload: Upload, onEdit: TemplatesPanelProps['onEdit'], onClose: () => void) {
  return useMutation({
    mutationFn: ({ id }: ImportTemplate) =>
      callApi(adaptTemplate, { params: { id }, body: { columns: upload.columns } }),
    onSuccess: ({ plan, missing }, { name }) => {
      if (plan === null) {
        showFailure(`${name} doesn't fit this file`, 'This file has none of its columns.');
        return;
      }
      onEdit((now) => templateDraft(now, upload, plan));
      onClose();
      toast({
        title: `Template applied: ${name}`,
        ...(missing.length > 0 && {
          tone: 'caution',
          description: `Not in this file: ${missing.join(', ')}`,
        }),
      });
    },
    onError: (error) => showReason(error, "Couldn't apply the template"),
  });
}

interface TemplateRowProps {
  template: ImportTemplate;
  isAdmin: boolean;
  onApply: () => void;
  onChange: (change: TemplateChange) => void;
  /** Saves the current mapping in the template. */
  onUpdate: () => void;
  onDelete: () => void;
}

function TemplateRow(props: TemplateRowProps) {
  const { template, isAdmin, onApply, onChange, onUpdate, onDelete } = props;
  const [editing, setEditing] = useState(false);
  const { name, shared, own } = template;
  const content = templateContent(template);
  if (editing) {
    return (
      <li className="p-2">
        <NameForm
          {...TEMPLATE_NAME}
          initial={{ name, shared }}
          canShare={isAdmin}
          save="Rename"
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

const templatesQuery = { ...queryOf(listTemplates, {}), staleTime: 0 };

interface TemplateChange {
  name?: string;
  shared?: boolean;
  plan?: ImportPlan;
}

function useTemplateChanges() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [listTemplates.path] });
  const failed = (title: string) => (error: Error) => showReason(error, title);

  const create = useMutation({
    mutationFn: (body: { name: string; shared: boolean; plan: ImportPlan }) =>
      callApi(createTemplate, { body }),
    onSuccess: ({ name }) => toast({ title: 'Template saved', description: name }),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ template, ...body }: TemplateChange & { template: ImportTemplate }) =>
      callApi(updateTemplate, { params: { id: template.id }, body }),
    onSuccess: ({ name }) => toast({ title: 'Template updated', description: name }),
    onError: failed("Couldn't update the template"),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: ImportTemplate) => callApi(deleteTemplate, { params: { id } }),
    onSuccess: (_reply, { name }) => toast({ title: 'Template deleted', description: name }),
    onError: failed("Couldn't delete the template"),
    onSettled,
  });
  return { create, change, remove };
}

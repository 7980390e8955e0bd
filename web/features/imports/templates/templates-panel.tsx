import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adaptTemplate, type ImportTemplate } from '#contract/import-templates.ts';
import type { Upload } from '#contract/uploads.ts';
import { messageOf, requestIdOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useIsAdmin } from '../fields/use-is-admin.ts';
import { draftPlan, type ImportDraft } from '../plan/draft.ts';
import { mappedCount } from '../plan/mapping.ts';
import { templateDraft } from './template-draft.ts';
import { TemplateForm } from './template-form.tsx';
import { templatesQuery, useTemplateChanges } from './template-queries.ts';
import { TemplateRow } from './template-row.tsx';

interface TemplatesPanelProps {
  /** Without column tools applied. */
  upload: Upload;
  draft: ImportDraft;
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
  onClose: () => void;
}

/** Applies, changes and deletes templates, and saves the current mapping. */
export function TemplatesPanel({ upload, draft, onEdit, onClose }: TemplatesPanelProps) {
  const { data: templates, error, isFetching, refetch } = useQuery(templatesQuery);
  const { create, change, remove } = useTemplateChanges();
  const [saving, setSaving] = useState(false);
  const isAdmin = useIsAdmin();
  const apply = useApplyTemplate(upload, onEdit, onClose);

  if (templates === undefined) {
    if (!error) return <Skeleton className="m-4 h-4 w-40" />;
    return (
      <ErrorState
        title="Failed to fetch templates"
        requestId={requestIdOf(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-8"
      />
    );
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
          <TemplateForm
            initial={{ name: '', shared: false }}
            canShare={isAdmin}
            label="Save Template"
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

/** Applies a template and reports its missing columns. */
function useApplyTemplate(upload: Upload, onEdit: TemplatesPanelProps['onEdit'], onClose: () => void) {
  return useMutation({
    mutationFn: ({ id }: ImportTemplate) =>
      callApi(adaptTemplate, { params: { id }, body: { columns: upload.columns } }),
    onSuccess: ({ plan, missing }, { name }) => {
      if (plan === null) {
        const description = 'This file has none of its columns.';
        toast({ title: `${name} doesn't fit this file`, description, tone: 'destructive' });
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
    onError: (error) =>
      toast({
        title: "Couldn't apply the template",
        description: messageOf(error, 'Please try again.'),
        tone: 'destructive',
      }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createTemplate,
  deleteTemplate,
  type ImportTemplate,
  listTemplates,
  updateTemplate,
} from '#contract/import-templates.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryOf } from '../../../lib/query.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { toast } from '../../../ui/toast-store.ts';

/** Own and shared templates, refetched when the menu opens. */
export const templatesQuery = { ...queryOf(listTemplates, {}), staleTime: 0 };

export interface TemplateChange {
  name?: string;
  shared?: boolean;
  plan?: ImportPlan;
}

/** Returns mutations that save, change and delete templates. */
export function useTemplateChanges() {
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

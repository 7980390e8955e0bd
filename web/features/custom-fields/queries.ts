import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CustomFieldEntity,
  createCustomField,
  customFieldUsage,
  deleteCustomField,
  listCustomFields,
  updateCustomField,
} from '#contract/custom-fields.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { callApi } from '../../lib/call-api.ts';
import { queryOf } from '../../lib/query.ts';
import { showFailure } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

export const fieldsQuery = queryOf(listCustomFields, {});

export function usageQuery(id: string) {
  return { ...queryOf(customFieldUsage, { params: { id } }), staleTime: 0, gcTime: 0 };
}

export function useCreateField() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<CustomFieldSpec, 'label' | 'options'> & { options: string[] }) =>
      callApi(createCustomField, { body }),
    onSuccess: (created) => {
      client.setQueryData(fieldsQuery.queryKey, (fields) => fields && [...fields, created]);
      toast({ title: 'Custom field created', description: created.label });
    },
    onError: () => showFailure('Error', 'Failed to create custom field'),
  });
}

export function useChangeField() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; label: string; options?: string[] }) =>
      callApi(updateCustomField, { params: { id }, body }),
    onSuccess: (changed) => {
      client.setQueryData(fieldsQuery.queryKey, (fields) =>
        fields?.map((field) => (field.id === changed.id ? changed : field)),
      );
      toast({ title: 'Custom field saved', description: changed.label });
    },
  });
}

export function useDeleteField() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: CustomFieldEntity) => callApi(deleteCustomField, { params: { id } }),
    onSuccess: (_, deleted) => {
      client.setQueryData(fieldsQuery.queryKey, (fields) => fields?.filter(({ id }) => id !== deleted.id));
      toast({ title: 'Custom field deleted', description: deleted.label });
    },
    onError: () => showFailure('Error', 'Failed to delete custom field'),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addOrganizationAdmin,
  createOrganization,
  listOrganizations,
  type Organization,
  renameOrganization,
  trashOrganization,
  untrashOrganization,
} from '#contract/organizations.ts';
import { callApi } from '../../lib/call-api.ts';
import { queryOf } from '../../lib/query.ts';
import { showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** All organizations, recounted on opening. */
export const organizationsQuery = { ...queryOf(listOrganizations, {}), staleTime: 0 };

function useRefresh() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
}

export function useCreateOrganization() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => callApi(createOrganization, { body: { name } }),
    onSuccess: ({ name }) => {
      refresh();
      toast({ title: 'Organization created', description: name });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to create organization'),
  });
}

export function useAddAdmin(organization: Organization) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      callApi(addOrganizationAdmin, { params: { id: organization.id }, body }),
    onSuccess: ({ username }) => {
      refresh();
      toast({
        title: 'Admin added',
        description: `${username} is now an administrator of ${organization.name}`,
      });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to create admin user'),
  });
}

export function useRenameOrganization({ id }: Organization) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => callApi(renameOrganization, { params: { id }, body: { name } }),
    onSuccess: ({ message }) => {
      refresh();
      toast({ title: 'Organization renamed', description: message });
    },
  });
}

export function useDeleteOrganization({ id }: Organization) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => callApi(trashOrganization, { params: { id }, body: { name } }),
    onSuccess: ({ message }) => {
      refresh();
      toast({ title: 'Organization deleted', description: message });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to delete organization'),
  });
}

export function useRestoreOrganization({ id }: Organization) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => callApi(untrashOrganization, { params: { id } }),
    onSuccess: ({ message }) => {
      refresh();
      toast({ title: 'Organization restored', description: message });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to restore organization'),
  });
}

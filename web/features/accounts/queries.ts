import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createUser,
  deleteUser,
  listUsers,
  type ManagedUser,
  resetUserPassword,
  setUserAdmin,
} from '#contract/accounts.ts';
import { getUser } from '#contract/current-user.ts';
import { callApi } from '../../lib/call-api.ts';
import { queryOf } from '../../lib/query.ts';
import { showFailure, showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

export const usersQuery = { ...queryOf(listUsers, {}), staleTime: 0 };

/** If omitted, the server generates a temporary password. */
export interface NewUserBody {
  username: string;
  password?: string;
  isAdmin: boolean;
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: usersQuery.queryKey });
}

/** Adds a user; the form shows errors at the field concerned. */
export function useAddUser() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewUserBody) => callApi(createUser, { body }),
    onSuccess: ({ username }) => {
      void refresh();
      toast({ title: 'User added', description: username });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to add user'),
  });
}

export function useSetAdmin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, isAdmin }: { user: ManagedUser; isAdmin: boolean }) =>
      callApi(setUserAdmin, { params: { id: user.id }, body: { isAdmin } }),
    onSuccess: (changed) => {
      client.setQueryData(usersQuery.queryKey, (users) =>
        users?.map((user) => (user.id === changed.id ? changed : user)),
      );
      // Refetches the own account, because a demoted administrator loses rights at once.
      void client.invalidateQueries({ queryKey: [getUser.path] });
      toast({
        title: 'User role updated',
        description: `${changed.username} is now ${changed.isAdmin ? 'an Administrator' : 'a User'}`,
      });
    },
    onError: () => showFailure('Error', 'Failed to update user role'),
  });
}

/** Sets a temporary password, which ends the user's sessions. */
export function useResetPassword() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: ManagedUser) => callApi(resetUserPassword, { params: { id } }),
    onSuccess: () => void refresh(),
    onError: (error) => showReason(error, 'Error', 'Failed to reset password'),
  });
}

export function useRemoveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ManagedUser) => callApi(deleteUser, { params: { id } }),
    onSuccess: (_, removed) => {
      client.setQueryData(usersQuery.queryKey, (users) => users?.filter(({ id }) => id !== removed.id));
      toast({ title: 'User removed', description: removed.username });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to remove user'),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createUser,
  deleteUser,
  listUsers,
  type ManagedUser,
  resetUserPassword,
  setUserAdmin,
} from '#contract/accounts.ts';
import { getUser } from '#contract/users.ts';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { toast } from '../../ui/toast-store.ts';

/** Users of the organization, read anew each time the screen opens, since other administrators change them too. */
export const usersQuery = { ...queryOf(listUsers, {}), staleTime: 0 };

/** What a form sends; without a password the server makes a temporary one. */
export interface NewUser {
  username: string;
  password?: string;
  isAdmin: boolean;
}

/** Says in the toast of a failure what the server said of it. */
function failed(otherwise: string) {
  return (error: Error) =>
    void toast({ tone: 'destructive', title: 'Error', description: messageOf(error, otherwise) });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: usersQuery.queryKey });
}

/** Adds a user; the form names what is wrong at its field. */
export function useAddUser() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewUser) => call(createUser, { body }),
    onSuccess: ({ username }) => {
      void refresh();
      toast({ title: 'User added', description: username });
    },
    onError: failed('Failed to add user'),
  });
}

/** Makes a user an administrator, or an administrator a user. */
export function useSetAdmin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, isAdmin }: { user: ManagedUser; isAdmin: boolean }) =>
      call(setUserAdmin, { params: { id: user.id }, body: { isAdmin } }),
    onSuccess: (changed) => {
      client.setQueryData(usersQuery.queryKey, (users) =>
        users?.map((user) => (user.id === changed.id ? changed : user)),
      );
      // Whoever demoted themselves is no administrator from here on.
      void client.invalidateQueries({ queryKey: [getUser.path] });
      toast({
        title: 'User role updated',
        description: `${changed.username} is ${changed.isAdmin ? 'an Administrator' : 'a User'} now`,
      });
    },
    onError: () => toast({ tone: 'destructive', title: 'Error', description: 'Failed to update user role' }),
  });
}

/** Gives a user a temporary password; all of their sessions end. */
export function useResetPassword() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: ManagedUser) => call(resetUserPassword, { params: { id } }),
    onSuccess: () => void refresh(),
    onError: failed('Failed to reset password'),
  });
}

/** Removes a user. */
export function useRemoveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ManagedUser) => call(deleteUser, { params: { id } }),
    onSuccess: (_, removed) => {
      client.setQueryData(usersQuery.queryKey, (users) => users?.filter(({ id }) => id !== removed.id));
      toast({ title: 'User removed', description: removed.username });
    },
    onError: failed('Failed to remove user'),
  });
}

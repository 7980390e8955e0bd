import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listSessions } from '#contract/sessions.ts';
import { changePassword } from '#contract/users.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { toast } from '../../ui/toast-store.ts';
import { userQuery } from './queries.ts';

/** Changes the password and ends every other session. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => callApi(changePassword, { body }),
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      void client.invalidateQueries({ queryKey: [listSessions.path] });
      toast({ title: 'Password changed', description: "You've been signed out of all other sessions" });
    },
    onError: (error) => {
      const description = messageOf(error, 'Failed to change password');
      toast({ tone: 'destructive', title: 'Error', description });
    },
  });
}

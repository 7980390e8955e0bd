import { useMutation } from '@tanstack/react-query';
import { login } from '#contract/current-user.ts';
import { getRegistration, register } from '#contract/users.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { keepDraftsOf } from '../../lib/drafts.ts';
import { queryOf } from '../../lib/query.ts';
import { showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';
import { changeUser } from './queries.ts';

/** Whether registration is open, refetched on opening. */
export const registrationQuery = { ...queryOf(getRegistration, {}), staleTime: 0 };

interface Credentials {
  username: string;
  password: string;
}

/** Returns whether only the second factor is missing. */
export function wantsCode(error: unknown): boolean {
  return error instanceof ApiError && error.reply.twoFactorRequired === true;
}

/** Signs in; `token` is an authenticator or recovery code. */
export function useLogin() {
  return useMutation({
    mutationFn: (body: Credentials & { token?: string }) => callApi(login, { body }),
    onSuccess: (user) => {
      keepDraftsOf(user);
      changeUser(user);
      toast({ title: 'Welcome back!', description: `Logged in as ${user.username}` });
    },
    onError: (error, { token }) => {
      // A missing code is the next step, not a failure.
      if (token === undefined && wantsCode(error)) return;
      showReason(error, 'Login failed', 'Invalid username or password');
    },
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: (body: Credentials & { setupCode?: string }) => callApi(register, { body }),
    onSuccess: (user) => {
      keepDraftsOf(user);
      changeUser(user);
      toast({ title: 'Account created!', description: `Welcome, ${user.username}!` });
    },
    onError: (error) => showReason(error, 'Registration failed', 'Could not create account'),
  });
}

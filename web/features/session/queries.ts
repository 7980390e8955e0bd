import { queryOptions, useMutation } from '@tanstack/react-query';
import { type CurrentUser, getRegistration, getUser, login, logout, register } from '#contract/users.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { call, onUnauthenticated } from '../../lib/call.ts';
import { queryClient, queryOf } from '../../lib/query.ts';
import { toast } from '../../ui/toast-store.ts';

/** The signed-in user, or null for nobody: a 401 is an answer here, not a failure. */
export const userQuery = queryOptions({
  queryKey: [getUser.path] as const,
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await call(getUser, {}, signal);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Whether an account may be registered; asked anew each time the sign-in page opens. */
export const registrationQuery = { ...queryOf(getRegistration, {}), staleTime: 0 };

/** Sets who is signed in and forgets everything that was read as somebody else. */
function setUser(user: CurrentUser | null): void {
  queryClient.setQueryData(userQuery.queryKey, user);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== getUser.path });
}

/** Signs the user out on this side as soon as any call is answered 401. */
export function watchSession(): () => void {
  return onUnauthenticated(() => {
    if (queryClient.getQueryData(userQuery.queryKey)) setUser(null);
  });
}

interface Credentials {
  username: string;
  password: string;
}

/** Whether a sign-in was refused for want of a code: the password was right, and two factors are asked for. */
export function wantsCode(error: unknown): boolean {
  return error instanceof ApiError && error.reply.twoFactorRequired === true;
}

/** Signs in; `token` is the code of the second factor, or a recovery code. */
export function useLogin() {
  return useMutation({
    mutationFn: (body: Credentials & { token?: string }) => call(login, { body }),
    onSuccess: (user) => {
      setUser(user);
      toast({ title: 'Welcome back!', description: `Logged in as ${user.username}` });
    },
    onError: (error, { token }) => {
      // The first time it is no failure but the next step.
      if (token === undefined && wantsCode(error)) return;
      const description = messageOf(error, 'Invalid username or password');
      toast({ tone: 'destructive', title: 'Login failed', description });
    },
  });
}

/** Creates an account and signs in with it. */
export function useRegister() {
  return useMutation({
    mutationFn: (body: Credentials) => call(register, { body }),
    onSuccess: (user) => {
      setUser(user);
      toast({ title: 'Account created!', description: `Welcome, ${user.username}!` });
    },
    onError: (error) => {
      const description = messageOf(error, 'Could not create account');
      toast({ tone: 'destructive', title: 'Registration failed', description });
    },
  });
}

/** Signs out. */
export function useLogout() {
  return useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      setUser(null);
      toast({ title: 'Logged out', description: 'You have been logged out successfully' });
    },
    onError: (error) => {
      toast({ tone: 'destructive', title: 'Logout failed', description: messageOf(error, error.message) });
    },
  });
}

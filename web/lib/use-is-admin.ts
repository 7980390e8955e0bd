import { useQueryClient } from '@tanstack/react-query';
import { type CurrentUser, getUser } from '#contract/current-user.ts';

export function useIsAdmin(): boolean {
  const user = useQueryClient().getQueryData<CurrentUser | null>([getUser.path]);
  return user?.isAdmin ?? false;
}

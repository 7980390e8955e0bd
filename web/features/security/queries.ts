import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getUser } from '#contract/current-user.ts';
import { toggleExportAuth } from '#contract/exports.ts';
import { listSessions } from '#contract/sessions.ts';
import {
  disableTwoFactor,
  renewRecoveryCodes,
  setupTwoFactor,
  verifyTwoFactor,
} from '#contract/two-factor.ts';
import { callApi } from '../../lib/call-api.ts';
import { showFailure, showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

function useUserRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [getUser.path] });
}

/** Creates an authenticator secret, inactive until a code is verified. */
export function useTwoFactorSetup() {
  return useMutation({
    mutationFn: () => callApi(setupTwoFactor, {}),
    onError: () => showFailure('Error', 'Failed to setup 2FA'),
  });
}

/** Turns on two-factor authentication; returns the recovery codes. */
export function useTwoFactorVerify() {
  const client = useQueryClient();
  const refresh = useUserRefresh();
  return useMutation({
    mutationFn: (token: string) => callApi(verifyTwoFactor, { body: { token } }),
    onSuccess: () => {
      void refresh();
      // The server has ended every other session.
      void client.invalidateQueries({ queryKey: [listSessions.path] });
      toast({ title: '2FA enabled', description: "You've been signed out of all other sessions" });
    },
    onError: (error) => showReason(error, 'Error', 'Invalid verification code'),
  });
}

export function useTwoFactorDisable() {
  const refresh = useUserRefresh();
  return useMutation({
    mutationFn: (password: string) => callApi(disableTwoFactor, { body: { password } }),
    onSuccess: () => {
      void refresh();
      toast({ title: '2FA disabled', description: 'You now sign in with just your password' });
    },
    onError: (error) => showReason(error, 'Error', 'Invalid password'),
  });
}

export function useNewRecoveryCodes() {
  return useMutation({
    mutationFn: (password: string) => callApi(renewRecoveryCodes, { body: { password } }),
    onError: (error) => showReason(error, 'Error', 'Invalid password'),
  });
}

/** Switches the password requirement of exports; turning it off takes the password, and the code with 2FA. */
export function useExportAuth() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { enabled: boolean; password?: string; token?: string }) =>
      callApi(toggleExportAuth, { body }),
    onSuccess: (user) => {
      client.setQueryData([getUser.path], user);
      toast({
        title: 'Setting updated',
        description: user.requireExportAuth
          ? 'Exports now require your password'
          : 'Exports no longer require your password',
      });
    },
    onError: () => showFailure('Error', 'Failed to update setting'),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type CurrentUser, getUser } from '#contract/current-user.ts';
import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { verifyExport } from '#contract/exports.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { CODE_LENGTH } from '../ui/code-input.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { saveReply } from './save-file.ts';
import { showReason } from './show-failure.ts';

export interface VerifyDialogProps {
  /** Asks for a two-factor code as well. */
  withCode: boolean;
  exporting: boolean;
  onVerified: () => void;
  onClose: () => void;
}

/** Verifies the exporting user's password, and code if two-factor authentication is on. */
export function VerifyDialog({ withCode, exporting, onVerified, onClose }: VerifyDialogProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const complete = password !== '' && (!withCode || code.length === CODE_LENGTH);
  const verify = useMutation({
    mutationFn: () => callApi(verifyExport, { body: { password, ...(withCode && { token: code }) } }),
    onSuccess: onVerified,
    onError: (error) => {
      setCode('');
      showReason(error, 'Verification failed', 'Invalid credentials');
    },
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Verify Export"
      description={
        withCode
          ? 'Enter your password and the code from your authenticator app.'
          : 'Enter your password to export.'
      }
      action="Verify"
      disabled={!complete}
      pending={verify.isPending || exporting}
      pendingText={exporting ? 'Exporting...' : 'Verifying...'}
      onAction={() => verify.mutate()}
    >
      <Field label="Password">
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {withCode && (
        <Field label="Authentication code" help="6 digits">
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH}
            value={code}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
          />
        </Field>
      )}
    </ActionDialog>
  );
}

interface Report {
  pending: boolean;
  save: () => void;
  /** Asks for the password if the user's exports require it. */
  dialog: ReactNode;
}

/** Saves a report, verifying the password as exports do. @param failure title of the error */
export function useReport<E extends Endpoint>(endpoint: E, input: SentTo<E>, failure: string): Report {
  const user = useQueryClient().getQueryData<CurrentUser>([getUser.path]);
  const [verifying, setVerifying] = useState(false);
  const report = useMutation({
    mutationFn: () => saveReply(endpoint, input),
    onSuccess: () => setVerifying(false),
    onError: (error) => {
      // Saves a report, verifying the password as exports do. @param failure error text if the
      // server gives no reason
      const unverified = !verifying && error instanceof ApiError && error.status === 403;
      setVerifying(unverified);
      if (unverified) return;
      showReason(error, 'Download failed', failure);
    },
  });
  return {
    pending: report.isPending,
    save: () => (user?.requireExportAuth ? setVerifying(true) : report.mutate()),
    dialog: verifying && (
      <VerifyDialog
        withCode={user?.twoFactorEnabled ?? false}
        exporting={report.isPending}
        onVerified={() => report.mutate()}
        onClose={() => setVerifying(false)}
      />
    ),
  };
}

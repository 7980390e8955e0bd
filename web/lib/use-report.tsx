import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type CurrentUser, getUser } from '#contract/current-user.ts';
import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { saveReply } from './save-file.ts';
import { showReason } from './show-failure.ts';
import { VerifyDialog } from './verify-dialog.tsx';

export interface Report {
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

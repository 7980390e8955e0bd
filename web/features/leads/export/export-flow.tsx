import { useEffect, useEffectEvent, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { CurrentUser } from '#contract/users.ts';
import { VerifyDialog } from '../../../lib/verify-dialog.tsx';
import { DEFAULT_CHOICE, type ExportChoice } from './export-choice.ts';
import { ExportDialog } from './export-dialog.tsx';
import { useExport } from './use-export.ts';

export interface ExportFlowProps {
  /** Exports all leads with an invalid phone, without choices. */
  invalidPhones: boolean;
  filter: LeadFilter;
  user: CurrentUser;
  onClose: () => void;
}

/** Runs an export: the dialog, the verification if the account requires it, then the download. */
export function ExportFlow({ invalidPhones, filter, user, onClose }: ExportFlowProps) {
  const [choice, setChoice] = useState<ExportChoice>(
    invalidPhones ? { ...DEFAULT_CHOICE, limit: 'all' } : DEFAULT_CHOICE,
  );
  const [verifying, setVerifying] = useState(invalidPhones && user.requireExportAuth);
  const { exporting, run, cancel } = useExport({
    invalidPhones,
    onDone: onClose,
    // The account has begun to require a password since this page was opened.
    onUnverified: () => setVerifying(true),
  });
  const start = () => run(filter, choice);
  const close = () => {
    cancel();
    onClose();
  };
  const startAtOnce = useEffectEvent(() => {
    if (invalidPhones && !verifying) start();
  });
  useEffect(() => {
    startAtOnce();
    return cancel;
  }, [cancel]);

  if (verifying) {
    return (
      <VerifyDialog
        withCode={user.twoFactorEnabled}
        exporting={exporting}
        onVerified={start}
        onClose={close}
      />
    );
  }
  if (invalidPhones) return null;
  return (
    <ExportDialog
      filter={filter}
      choice={choice}
      onChoice={setChoice}
      exporting={exporting}
      onExport={() => (user.requireExportAuth ? setVerifying(true) : start())}
      onClose={close}
    />
  );
}

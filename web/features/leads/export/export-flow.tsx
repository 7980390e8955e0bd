import { useEffect, useEffectEvent, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { CurrentUser } from '#contract/users.ts';
import { DEFAULT_CHOICE, type ExportChoice } from './export-choice.ts';
import { ExportDialog } from './export-dialog.tsx';
import { useExport } from './use-export.ts';
import { VerifyDialog } from './verify-dialog.tsx';

export interface ExportFlowProps {
  /** The export of leads with an invalid phone: nothing is chosen, all of them are exported. */
  invalidPhones: boolean;
  filter: LeadFilter;
  user: CurrentUser;
  onClose: () => void;
}

/** The export dialog, then the verification where the user asks for it, then the file. */
export function ExportFlow({ invalidPhones, filter, user, onClose }: ExportFlowProps) {
  const [choice, setChoice] = useState<ExportChoice>(
    invalidPhones ? { ...DEFAULT_CHOICE, limit: 'all' } : DEFAULT_CHOICE,
  );
  const [verifying, setVerifying] = useState(invalidPhones && user.requireExportAuth);
  const { exporting, run, cancel } = useExport({
    invalidPhones,
    onDone: onClose,
    // The account asks for a password since this page was opened.
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

import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '#contract/current-user.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useNewRecoveryCodes, useTwoFactorDisable, useTwoFactorSetup } from './queries.ts';
import { TwoFactorSetup } from './two-factor-setup.tsx';

type Shown = 'setup' | 'disable' | 'renew' | { codes: readonly string[] } | null;

export function TwoFactorCard({ user }: { user: CurrentUser }) {
  const enabled = user.twoFactorEnabled;
  const setup = useTwoFactorSetup();
  const [shown, setShown] = useState<Shown>(null);
  const close = () => setShown(null);
  return (
    <Card
      title="Two-Factor Authentication (2FA)"
      subtitle="A code from your phone in addition to your password"
      actions={enabled ? <Badge tone="positive">Enabled</Badge> : <Badge>Disabled</Badge>}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          {enabled ? (
            <>
              <Button onClick={() => setShown('renew')}>New Recovery Codes</Button>
              <Button onClick={() => setShown('disable')}>Disable 2FA</Button>
            </>
          ) : (
            <Button
              variant="primary"
              pending={setup.isPending}
              pendingText="Setting up..."
              onClick={() => setup.mutate(undefined, { onSuccess: () => setShown('setup') })}
            >
              Set Up 2FA
            </Button>
          )}
        </div>
      }
    >
      <p className="text-14">
        {enabled
          ? "Your password alone isn't enough to sign in. Keep your recovery codes somewhere other than your phone."
          : "You'll need an authenticator app, such as Google Authenticator, 1Password or Aegis."}
      </p>
      {shown === 'setup' && setup.data && (
        <TwoFactorSetup setup={setup.data} onEnabled={(codes) => setShown({ codes })} onClose={close} />
      )}
      {shown === 'disable' && <DisableDialog onClose={close} />}
      {shown === 'renew' && <RenewDialog onCodes={(codes) => setShown({ codes })} onClose={close} />}
      {typeof shown === 'object' && shown !== null && (
        <RecoveryCodesDialog username={user.username} codes={shown.codes} onClose={close} />
      )}
    </Card>
  );
}

function DisableDialog({ onClose }: { onClose: () => void }) {
  const disable = useTwoFactorDisable();
  return (
    <PasswordDialog
      title="Disable 2FA"
      description="You'll sign in with just your password. Your recovery codes will stop working."
      action="Disable 2FA"
      pendingText="Disabling..."
      destructive
      pending={disable.isPending}
      onPassword={(password, onRefused) =>
        disable.mutate(password, { onSuccess: onClose, onError: onRefused })
      }
      onClose={onClose}
    />
  );
}

interface RenewDialogProps {
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

function RenewDialog({ onCodes, onClose }: RenewDialogProps) {
  const renew = useNewRecoveryCodes();
  return (
    <PasswordDialog
      title="New Recovery Codes"
      description="You'll get ten new codes. Your current codes will stop working."
      action="Create New Codes"
      pendingText="Creating..."
      pending={renew.isPending}
      onPassword={(password, onRefused) =>
        renew.mutate(password, {
          onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
          onError: onRefused,
        })
      }
      onClose={onClose}
    />
  );
}

interface RecoveryCodesDialogProps {
  username: string;
  codes: readonly string[];
  onClose: () => void;
}

function saveCodes(username: string, codes: readonly string[]): void {
  const text = [`Recovery codes of ${username} for Lead Manager. Each works once.`, '', ...codes, ''].join(
    '\n',
  );
  saveBlob(new Blob([text], { type: 'text/plain' }), 'lead-manager-recovery-codes.txt');
}

/** Recovery codes, which can't be shown again. */
function RecoveryCodesDialog({ username, codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      held
      onClose={onClose}
      title="Recovery Codes"
      description="Use one if you don't have your phone. Each works once."
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved them
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <ol
          aria-label="Recovery Codes"
          className="grid gap-1 rounded-control border border-line bg-canvas px-4 py-3 font-mono text-14"
        >
          {codes.map((code) => (
            <li key={code} className="break-all select-all">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex gap-2">
          <CopyButton text={codes.join('\n')} label="Copy the recovery codes" size="default" />
          <Button icon={Download} onClick={() => saveCodes(username, codes)}>
            Download
          </Button>
        </div>
        <Notice tone="caution">You won't be able to see these again. Keep them somewhere safe.</Notice>
      </div>
    </Dialog>
  );
}

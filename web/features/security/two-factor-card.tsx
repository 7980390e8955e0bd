import { Download } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { CurrentUser } from '#contract/current-user.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { setupTwoFactor } from '#contract/two-factor.ts';
import { messageOf } from '../../lib/api-error.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CODE_LENGTH, CodeInput } from '../../ui/code-input.tsx';
import { CopyButton, Secret } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import {
  useNewRecoveryCodes,
  useTwoFactorDisable,
  useTwoFactorSetup,
  useTwoFactorVerify,
} from './queries.ts';

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

interface TwoFactorSetupProps {
  setup: ReplyOf<typeof setupTwoFactor>;
  onEnabled: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Shows the secret as QR code and text, and verifies the first code. */
function TwoFactorSetup({ setup, onEnabled, onClose }: TwoFactorSetupProps) {
  const verify = useTwoFactorVerify();
  const { control, handleSubmit, setError, setValue, watch, formState } = useForm({
    defaultValues: { code: '' },
  });
  const complete = watch('code').length === CODE_LENGTH;
  const submit = handleSubmit(({ code }) => {
    if (!complete || verify.isPending) return;
    verify.mutate(code, {
      onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes),
      onError: (error) => {
        setValue('code', '');
        setError('code', { message: messageOf(error, 'Invalid verification code') }, { shouldFocus: true });
      },
    });
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Set Up 2FA"
      description="Scan the code with your authenticator app, then enter the code it shows."
      action="Verify"
      disabled={!complete}
      pending={verify.isPending}
      pendingText="Verifying..."
      onAction={() => void submit()}
    >
      <img
        src={setup.qrCode}
        alt="QR code for your authenticator app"
        width={176}
        height={176}
        className="self-center rounded-control"
      />
      <Secret label="Or enter this key manually" value={setup.secret} />
      <Controller
        control={control}
        name="code"
        render={({ field }) => (
          <Field label="Verification code" help="6 digits" error={formState.errors.code?.message}>
            <CodeInput {...field} />
          </Field>
        )}
      />
    </ActionDialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { verifyExport } from '#contract/exports.ts';
import { Button } from '../ui/button.tsx';
import { CODE_LENGTH } from '../ui/code-input.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast-store.ts';
import { messageOf } from './api-error.ts';
import { callApi } from './call-api.ts';

export interface VerifyDialogProps {
  /** Asks for a two-factor code as well. */
  withCode: boolean;
  exporting: boolean;
  onVerified: () => void;
  onClose: () => void;
}

/** Verifies the exporting user's password, and code if two-factor authentication is on. */
export function VerifyDialog({ withCode, exporting, onVerified, onClose }: VerifyDialogProps) {
  const form = useId();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const complete = password !== '' && (!withCode || code.length === CODE_LENGTH);
  const verify = useMutation({
    mutationFn: () => callApi(verifyExport, { body: { password, ...(withCode && { token: code }) } }),
    onSuccess: onVerified,
    onError: (error) => {
      setCode('');
      const description = messageOf(error, 'Invalid credentials');
      toast({ tone: 'destructive', title: 'Verification failed', description });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Verify Export"
      description={
        withCode
          ? 'Enter your password and the code from your authenticator app.'
          : 'Enter your password to export.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={!complete}
            pending={verify.isPending || exporting}
            pendingText={exporting ? 'Exporting...' : 'Verifying...'}
          >
            Verify
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (complete && !verify.isPending && !exporting) verify.mutate();
        }}
      >
        <Field label="Password">
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {withCode && (
          <Field label="Authentication code" help="6 digits">
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={CODE_LENGTH}
                value={code}
                onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

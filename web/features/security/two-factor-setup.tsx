import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { setupTwoFactor } from '#contract/two-factor.ts';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { CODE_LENGTH, CodeInput } from '../../ui/code-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Secret } from '../../ui/secret.tsx';
import { useTwoFactorVerify } from './queries.ts';

interface TwoFactorSetupProps {
  setup: ReplyOf<typeof setupTwoFactor>;
  onEnabled: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Shows the secret as QR code and text, and verifies the first code. */
export function TwoFactorSetup({ setup, onEnabled, onClose }: TwoFactorSetupProps) {
  const id = useId();
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Set Up 2FA"
      description="Scan the code with your authenticator app, then enter the code it shows."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            disabled={!complete}
            pending={verify.isPending}
            pendingText="Verifying..."
          >
            Verify
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <img
          src={setup.qrCode}
          alt="QR code for your authenticator app"
          width={176}
          height={176}
          className="self-center rounded-control"
        />
        <Secret label="Or enter this key manually" value={setup.secret} />
        <Field label="Verification code" help="6 digits" error={formState.errors.code?.message}>
          {(props) => (
            <Controller
              control={control}
              name="code"
              render={({ field }) => <CodeInput {...props} {...field} />}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

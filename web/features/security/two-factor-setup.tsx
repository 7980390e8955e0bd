import { Controller, useForm } from 'react-hook-form';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { setupTwoFactor } from '#contract/two-factor.ts';
import { messageOf } from '../../lib/api-error.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { CODE_LENGTH, CodeInput } from '../../ui/code-input.tsx';
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

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { listSessions } from '#contract/sessions.ts';
import { changePassword, registration } from '#contract/users.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { checkedBy, showAtField } from '../../lib/field-error.ts';
import { showReason } from '../../lib/show-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { userQuery } from './queries.ts';

interface ChangePasswordFormProps {
  currentLabel?: string;
  /** The form is the whole page: it takes focus and full width. */
  alone?: boolean;
  /** Shown next to the button. */
  children?: ReactNode;
}

const EMPTY = { currentPassword: '', newPassword: '', repeated: '' };
const isLongEnough = checkedBy(registration.shape.password);

export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { currentLabel = 'Current password', alone = false, children } = props;
  const change = useChangePassword();
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm({
    mode: 'onTouched',
    defaultValues: EMPTY,
  });
  useEffect(() => {
    if (alone && matchMedia('(hover: hover)').matches) setFocus('currentPassword');
  }, [alone, setFocus]);
  const submit = handleSubmit(({ currentPassword, newPassword }) =>
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => reset(),
        onError: (error) => {
          const wrong = error instanceof ApiError && error.status === 401;
          showAtField(
            error,
            setError,
            ['currentPassword', 'newPassword'],
            wrong ? 'currentPassword' : 'newPassword',
          );
        },
      },
    ),
  );
  const { currentPassword, newPassword, repeated } = formState.errors;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={currentLabel} error={currentPassword?.message}>
        <PasswordInput
          {...register('currentPassword', { required: 'Enter your password' })}
          autoComplete="current-password"
        />
      </Field>
      <Field
        label="New password"
        help={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters. A few unrelated words beat one word with symbols.`}
        error={newPassword?.message}
      >
        <PasswordInput
          {...register('newPassword', { validate: isLongEnough, deps: 'repeated' })}
          autoComplete="new-password"
        />
      </Field>
      <Field label="Confirm new password" error={repeated?.message}>
        <PasswordInput
          {...register('repeated', {
            validate: (value, { newPassword: first }) => value === first || "Passwords don't match",
          })}
          autoComplete="new-password"
        />
      </Field>
      <div className={alone ? 'mt-2 flex flex-col gap-3' : 'flex items-center justify-end gap-2'}>
        <Button
          type="submit"
          variant="primary"
          className={alone ? 'w-full' : ''}
          pending={change.isPending}
          pendingText="Changing..."
        >
          Change Password
        </Button>
        {children}
      </div>
    </form>
  );
}

/** Changes the password and ends every other session. */
function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => callApi(changePassword, { body }),
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      void client.invalidateQueries({ queryKey: [listSessions.path] });
      toast({ title: 'Password changed', description: "You've been signed out of all other sessions" });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to change password'),
  });
}

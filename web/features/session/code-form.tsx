import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { CODE_LENGTH, CodeInput } from '../../ui/code-input.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';

export type CodeKind = 'app' | 'recovery';

interface CodeFormProps {
  kind: CodeKind;
  pending: boolean;
  onCode: (code: string, onRefused: () => void) => void;
  onOther: () => void;
  onBack: () => void;
}

const WORDS = {
  app: {
    label: 'Authentication code',
    help: 'The 6-digit code from your authenticator app.',
    other: 'Use a Recovery Code',
  },
  recovery: {
    label: 'Recovery code',
    help: 'One of the codes you saved when you set up two-factor authentication. Each works once.',
    other: 'Use a Code From Your App',
  },
} as const;

/** Second sign-in step: authenticator or recovery code. A new `kind` needs a new `key`. */
export function CodeForm({ kind, pending, onCode, onOther, onBack }: CodeFormProps) {
  const { label, help, other } = WORDS[kind];
  const { control, handleSubmit, setFocus, reset, watch } = useForm({ defaultValues: { code: '' } });
  const code = watch('code').trim();
  const complete = kind === 'app' ? code.length === CODE_LENGTH : code !== '';
  const submit = handleSubmit(() => {
    if (!complete || pending) return;
    onCode(code, () => {
      reset();
      setFocus('code');
    });
  });
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Controller
        control={control}
        name="code"
        render={({ field }) => (
          <Field label={label} help={help}>
            {kind === 'app' ? (
              <CodeInput {...field} />
            ) : (
              <TextInput
                {...field}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={64}
                className="font-mono"
              />
            )}
          </Field>
        )}
      />
      <Button
        type="submit"
        variant="primary"
        className="mt-2 w-full"
        disabled={!complete}
        pending={pending}
        pendingText="Logging in..."
      >
        Login
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" size="small" className="-ml-2.5" onClick={onBack}>
          Back
        </Button>
        <Button variant="quiet" size="small" className="-mr-2.5" onClick={onOther}>
          {other}
        </Button>
      </div>
    </form>
  );
}

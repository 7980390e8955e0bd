import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PersonNamed } from '#contract/erasures.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useErase } from './queries.ts';

interface EraseDialogProps {
  named: PersonNamed;
  hint: string;
  onClose: () => void;
  onErased: () => void;
}

const WORD = 'erase';

/** Erases a person once the word is typed. */
export function EraseDialog({ named, hint, onClose, onErased }: EraseDialogProps) {
  const erase = useErase();
  const [suppress, setSuppress] = useState(true);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '', word: '' } });
  const submit = handleSubmit(({ reason }) =>
    erase.mutate(
      { ...named, suppress, ...(reason.trim() !== '' && { reason: reason.trim() }) },
      {
        onSuccess: () => {
          onClose();
          onErased();
        },
      },
    ),
  );
  return (
    <ActionDialog
      onClose={onClose}
      title={`Erase ${hint}?`}
      description="This removes the person from every place listed and can't be undone. Uploaded files with the person are deleted as a whole."
      action="Erase Person"
      destructive
      pending={erase.isPending}
      pendingText="Starting..."
      onAction={() => void submit()}
    >
      <Checkbox
        checked={suppress}
        onChange={setSuppress}
        label="Never contact this person again"
        help="Adds their emails and phones to the do-not-contact list, as keyed hashes"
      />
      <Field label="Reason" optional>
        <TextInput
          {...register('reason')}
          maxLength={500}
          autoComplete="off"
          placeholder="e.g. Request of November 3"
        />
      </Field>
      <Field label={`Type "${WORD}" to confirm`} error={formState.errors.word?.message}>
        <TextInput
          {...register('word', {
            validate: (word) => word.trim().toLowerCase() === WORD || `Type the word ${WORD}`,
          })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </ActionDialog>
  );
}

import { Plus } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { messageOf } from '../../lib/api-error.ts';
import { TYPE_OPTIONS } from '../../lib/type-labels.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useCreateField } from './queries.ts';

const NAME_LENGTH = 100;
const EMPTY: CustomFieldSpec & { options: string[] } = {
  name: '',
  type: 'text',
  required: false,
  options: [],
};

export function AddFieldForm() {
  const create = useCreateField();
  const { register, control, handleSubmit, reset, setFocus, watch } = useForm({ defaultValues: EMPTY });
  const isChoice = watch('type') === 'choice';
  const submit = handleSubmit((spec) => {
    const name = spec.name.trim();
    if (name === '') {
      setFocus('name');
      return;
    }
    const options = isChoice ? spec.options : [];
    create.mutate(
      { ...spec, name, options },
      { onSuccess: () => reset(EMPTY), onSettled: () => setFocus('name') },
    );
  });
  const error = create.error ? messageOf(create.error) : undefined;
  return (
    <form
      aria-label="Add a custom field"
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap items-start gap-x-4 gap-y-3"
    >
      <Field label="Name" error={error} className="min-w-56 flex-1 max-md:basis-full">
        <TextInput
          {...register('name', { onChange: () => create.reset() })}
          maxLength={NAME_LENGTH}
          autoComplete="off"
          placeholder="e.g. Plan"
        />
      </Field>
      <Controller
        control={control}
        name="type"
        render={({ field: { value, onChange } }) => (
          <Field label="Type" className="w-40 max-md:flex-1">
            <Select value={value} onChange={onChange} options={TYPE_OPTIONS} />
          </Field>
        )}
      />
      {isChoice && (
        <Controller
          control={control}
          name="options"
          render={({ field: { value, onChange } }) => (
            <Field label="Values" className="w-full">
              <TagInput value={value} onChange={onChange} placeholder="Type a value and press Enter" />
            </Field>
          )}
        />
      )}
      <div className="flex items-center gap-4 pt-[1.625rem] max-md:w-full max-md:justify-between max-md:pt-1 md:h-[3.875rem]">
        <Controller
          control={control}
          name="required"
          render={({ field: { value, onChange } }) => (
            <Checkbox checked={value} onChange={onChange} label="Required" />
          )}
        />
        <Button
          type="submit"
          variant="primary"
          icon={Plus}
          pending={create.isPending}
          pendingText="Adding..."
        >
          Add Field
        </Button>
      </div>
    </form>
  );
}

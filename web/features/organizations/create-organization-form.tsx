import { Plus } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useCreateOrganization } from './queries.ts';

const NAME_LENGTH = 100;

/** Creates an organization by name. */
export function CreateOrganizationForm() {
  const create = useCreateOrganization();
  const { register, handleSubmit, reset, setFocus, formState } = useForm({ defaultValues: { name: '' } });
  const submit = handleSubmit(({ name }) =>
    create.mutate(name.trim(), { onSuccess: () => reset(), onSettled: () => setFocus('name') }),
  );
  const refused = create.error
    ? messageOf(create.error, "Couldn't reach the server. Check your connection and try again.")
    : undefined;
  return (
    <form
      noValidate
      aria-label="Create an organization"
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap items-start gap-3"
    >
      <Field
        label="Organization name"
        error={formState.errors.name?.message ?? refused}
        className="min-w-56 flex-1 max-md:basis-full"
      >
        {(props) => (
          <TextInput
            {...props}
            {...register('name', {
              onChange: () => create.reset(),
              validate: (name) => name.trim() !== '' || 'Enter a name',
            })}
            maxLength={NAME_LENGTH}
            autoComplete="off"
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        icon={Plus}
        className="max-md:w-full md:mt-[1.625rem]"
        pending={create.isPending}
        pendingText="Creating..."
      >
        Create Organization
      </Button>
    </form>
  );
}

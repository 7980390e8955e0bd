import { Search } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PersonNamed } from '#contract/erasures.ts';
import { showAtField } from '../../lib/field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { FoundPerson } from './found-person.tsx';
import { usePersonPreview } from './queries.ts';

const LEAD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads an email, a phone or the id of a lead. */
function namedBy(text: string): PersonNamed {
  if (text.includes('@')) return { email: text };
  return LEAD_ID.test(text) ? { leadId: text.toLowerCase() } : { phone: text };
}

/** Looks for a person and shows where they are stored. */
export function FindPerson() {
  const preview = usePersonPreview();
  const [named, setNamed] = useState<PersonNamed | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { person: '' } });
  const submit = handleSubmit(({ person }) => {
    const asked = namedBy(person.trim());
    setNamed(asked);
    preview.mutate(asked, { onError: (error) => showAtField(error, setError, ['person'], 'person') });
  });
  return (
    <>
      <Card title="Find a Person" subtitle="A dry run: nothing is changed">
        <form
          noValidate
          aria-label="Find a person"
          onSubmit={(event) => void submit(event)}
          className="flex flex-wrap items-start gap-3"
        >
          <Field
            label="Email, phone or lead ID"
            help="Phones need their country code, e.g. +49"
            error={formState.errors.person?.message}
            className="min-w-56 flex-1 max-md:basis-full"
          >
            <TextInput
              {...register('person', {
                onChange: () => preview.reset(),
                validate: (person) => person.trim() !== '' || 'Enter an email, a phone or a lead ID',
              })}
              maxLength={320}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <Button
            type="submit"
            variant="primary"
            icon={Search}
            className="max-md:w-full md:mt-[1.625rem]"
            pending={preview.isPending}
            pendingText="Searching..."
          >
            Find
          </Button>
        </form>
      </Card>
      {named && preview.data && (
        <FoundPerson named={named} {...preview.data} onErased={() => preview.reset()} />
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { addIpEntry } from '#contract/ip-whitelist.ts';
import { checkedBy, showAtField } from '../../lib/field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { myIpQuery, useAddIp } from './ip-queries.ts';

const EMPTY = { ipAddress: '', description: '' };
const { shape } = addIpEntry.input.body;

export function AddIpForm() {
  const add = useAddIp();
  const myIp = useQuery(myIpQuery).data?.ip;
  const { register, handleSubmit, setError, setFocus, setValue, reset, formState } = useForm({
    defaultValues: EMPTY,
  });
  const submit = handleSubmit((entry) => {
    const description = entry.description.trim();
    add.mutate(
      { ipAddress: entry.ipAddress.trim(), ...(description !== '' && { description }) },
      {
        onSuccess: () => {
          reset(EMPTY);
          setFocus('ipAddress');
        },
        onError: (error) => showAtField(error, setError, ['ipAddress', 'description'], 'ipAddress'),
      },
    );
  });
  const { ipAddress, description } = formState.errors;
  return (
    <form
      noValidate
      aria-label="Add an IP address"
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap items-start gap-3"
    >
      <Field
        label="IP address"
        help="An IPv4 or IPv6 address, or a network such as 203.0.113.0/24"
        error={ipAddress?.message}
        className="min-w-48 flex-1 max-md:basis-full"
      >
        <TextInput
          {...register('ipAddress', { validate: checkedBy(shape.ipAddress) })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <Field
        label="Description"
        optional
        error={description?.message}
        className="min-w-48 flex-1 max-md:basis-full"
      >
        <TextInput
          {...register('description', { validate: checkedBy(shape.description) })}
          maxLength={200}
          autoComplete="off"
          placeholder="e.g. Office"
        />
      </Field>
      <div className="flex basis-full flex-wrap justify-end gap-2">
        {myIp !== undefined && (
          <Button
            variant="quiet"
            onClick={() => {
              setValue('ipAddress', myIp);
              setFocus('description');
            }}
          >
            Use My Current IP
          </Button>
        )}
        <Button type="submit" variant="primary" icon={Plus} pending={add.isPending} pendingText="Adding...">
          Add IP
        </Button>
      </div>
    </form>
  );
}

import { Controller, useForm } from 'react-hook-form';
import { customerNumber } from '#contract/sale-terms.ts';
import { createToken } from '#contract/tokens.ts';
import { CustomerField } from '../../lib/customer-field.tsx';
import { checkedBy, showAtField } from '../../lib/field-error.ts';
import { formatDate } from '../../lib/format.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Secret } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Option } from '../../ui/option.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useCreateToken } from './queries.ts';

const NAME_LENGTH = 100;
const DAY = 86_400_000;

type Scope = 'read,write' | 'outcomes';

const SCOPES: readonly Option<Scope>[] = [
  { value: 'read,write', label: 'Read and change leads' },
  { value: 'outcomes', label: 'Outcomes of a customer' },
];

const ALLOWS: Record<Scope, string> = {
  'read,write': 'It can read and change your leads (scopes: read, write).',
  outcomes: 'It can only report what became of leads that the customer bought (scope: outcomes).',
};

type Lifetime = 'never' | '30' | '90' | '365' | 'day';

const LIFETIMES: readonly Option<Lifetime>[] = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'day', label: 'Custom date…' },
];

/**
 * Returns the expiry as ISO time, null for none; a `day` (`yyyy-mm-dd`) counts to its end in the
 * user's time zone.
 */
function tokenExpiry(lifetime: Lifetime, day: string): string | null {
  if (lifetime === 'never') return null;
  if (lifetime === 'day') return new Date(`${day}T23:59:59`).toISOString();
  return new Date(Date.now() + Number(lifetime) * DAY).toISOString();
}

function checkDay(day: string, { lifetime }: { lifetime: Lifetime }): true | string {
  if (lifetime !== 'day') return true;
  const end = Date.parse(`${day}T23:59:59`);
  if (Number.isNaN(end)) return 'Choose a day';
  return end > Date.now() || 'Choose today or a later day';
}

export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateToken();
  if (create.data) return <CreatedToken token={create.data} onClose={onClose} />;
  return <TokenForm create={create} onClose={onClose} />;
}

function TokenForm({ create, onClose }: { create: ReturnType<typeof useCreateToken>; onClose: () => void }) {
  const { register, control, handleSubmit, setError, watch, formState } = useForm<{
    name: string;
    scopes: Scope;
    customerNumber: string;
    lifetime: Lifetime;
    day: string;
  }>({ defaultValues: { name: '', scopes: 'read,write', customerNumber: '', lifetime: 'never', day: '' } });
  const scope = watch('scopes');
  const submit = handleSubmit(({ name, scopes, customerNumber, lifetime, day }) =>
    create.mutate(
      {
        ...{ name: name.trim(), scopes, expiresAt: tokenExpiry(lifetime, day) },
        ...(scopes === 'outcomes' && { customerNumber: customerNumber.trim() }),
      },
      { onError: (error) => showAtField(error, setError, ['name', 'customerNumber'], 'name') },
    ),
  );
  const { name, day } = formState.errors;
  return (
    <ActionDialog
      onClose={onClose}
      title="Create API Token"
      description={ALLOWS[scope]}
      action="Create Token"
      pending={create.isPending}
      pendingText="Creating..."
      onAction={() => void submit()}
    >
      <Field label="Token name" help="e.g. Landing pages" error={name?.message}>
        <TextInput
          {...register('name', { validate: checkedBy(createToken.input.body.shape.name) })}
          maxLength={NAME_LENGTH}
          autoComplete="off"
        />
      </Field>
      <Controller
        control={control}
        name="scopes"
        render={({ field: { value, onChange } }) => (
          <Field label="Scope">
            <Select value={value} onChange={onChange} options={SCOPES} />
          </Field>
        )}
      />
      {scope === 'outcomes' && (
        <Controller
          control={control}
          name="customerNumber"
          rules={{ validate: checkedBy(customerNumber) }}
          render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
            <CustomerField
              ref={ref}
              value={value}
              onChange={onChange}
              error={error?.message}
              placeholder="e.g. C-1042"
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="lifetime"
        render={({ field: { value, onChange } }) => (
          <Field label="Expires">
            <Select value={value} onChange={onChange} options={LIFETIMES} />
          </Field>
        )}
      />
      {watch('lifetime') === 'day' && (
        <Field label="Last day" help="Expires at the end of this day." error={day?.message}>
          <TextInput {...register('day', { validate: checkDay })} type="date" />
        </Field>
      )}
    </ActionDialog>
  );
}

interface CreatedTokenProps {
  token: NonNullable<ReturnType<typeof useCreateToken>['data']>;
  onClose: () => void;
}

function CreatedToken({ token, onClose }: CreatedTokenProps) {
  return (
    <Dialog
      held
      onClose={onClose}
      title="API Token Created"
      description={`${token.name}${token.expiresAt === null ? ' does not expire.' : ` expires on ${formatDate(token.expiresAt)}.`}`}
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved it
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Secret label="Token" value={token.fullToken} />
        <Notice tone="caution">You won't be able to see it again. Treat it like a password.</Notice>
      </div>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { emailSettings } from '#contract/order-deliveries.ts';
import type { DELIVERY_RATES } from '#contract/order-delivery.ts';
import { formatList } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { Textarea, TextInput } from '../../../ui/text-input.tsx';
import type { OrderProblems } from '../order-draft.ts';
import type { DeliveryDraft } from './delivery-draft.ts';

const EVERY: readonly { value: (typeof DELIVERY_RATES)[number]; label: string }[] = [
  { value: 'lead', label: 'Each lead at once' },
  { value: 'hour', label: 'Every hour' },
  { value: 'day', label: 'Every day' },
];

const ATTACH = [
  { value: 'link', label: 'A link', help: 'It expires, and nobody else can read the leads.' },
  { value: 'csv', label: 'The CSV file', help: 'The leads themselves are in the email.' },
] as const;

interface FileInputsProps {
  draft: DeliveryDraft;
  /** The server holds a private key. */
  hasKey: boolean;
  problems: OrderProblems;
  onEdit: (change: Partial<DeliveryDraft>) => void;
}

function Every({ draft, onEdit }: Pick<FileInputsProps, 'draft' | 'onEdit'>) {
  return (
    <Field label="Send">
      <Select value={draft.every} options={EVERY} onChange={(every) => onEdit({ every })} />
    </Field>
  );
}

export function EmailInputs({ draft, problems, onEdit }: FileInputsProps) {
  const badAddress = Object.entries(problems).find(([path]) => path.startsWith('delivery.to'))?.[1];
  return (
    <>
      <Field label="Recipients" help="Up to 5. Press Enter or comma after each." error={badAddress}>
        <TagInput value={draft.to} placeholder="e.g. leads@example.com" onChange={(to) => onEdit({ to })} />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <Field label="Subject" error={problems['delivery.subject']}>
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={draft.subject}
            onChange={({ target }) => onEdit({ subject: target.value })}
          />
        </Field>
        <Every draft={draft} onEdit={onEdit} />
      </div>
      <RadioGroup
        label="The email contains"
        value={draft.attach}
        options={ATTACH}
        onChange={(attach) => onEdit({ attach })}
      />
      <MissingSettings attach={draft.attach} />
    </>
  );
}

/** Warns before saving that emails will wait. */
function MissingSettings({ attach }: Pick<DeliveryDraft, 'attach'>) {
  const { data } = useQuery(queryOf(emailSettings, {}));
  const missing = data?.missing.filter((name) => name === 'SMTP_URL' || attach === 'link') ?? [];
  if (missing.length === 0) return null;
  return (
    <Notice tone="caution">
      Emails can't be sent yet. Ask the operator of this server to set {formatList(missing)}; until then they
      wait.
    </Notice>
  );
}

export function SftpInputs({ draft, hasKey, problems, onEdit }: FileInputsProps) {
  const text = (
    key: 'host' | 'port' | 'user' | 'hostKey' | 'folder' | 'fileName',
    label: string,
    rest: { at?: string; help?: string; placeholder?: string } = {},
  ) => (
    <Field
      label={label}
      {...(rest.help !== undefined && { help: rest.help })}
      error={problems[`delivery.${rest.at ?? key}`]}
    >
      <TextInput
        autoComplete="off"
        spellCheck={false}
        placeholder={rest.placeholder}
        value={draft[key]}
        onChange={({ target }) => onEdit({ [key]: target.value })}
      />
    </Field>
  );
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_6rem_minmax(0,1fr)]">
        {text('host', 'Host', { placeholder: 'e.g. sftp.example.com' })}
        {text('port', 'Port')}
        {text('user', 'User')}
      </div>
      {text('hostKey', 'Host Key', {
        placeholder: 'SHA256:…',
        help: 'As ssh-keygen -lf prints it. Another host is refused.',
      })}
      <Field
        label="Private Key"
        optional={hasKey}
        help={
          hasKey ? 'A key is saved. Paste another to replace it.' : 'PEM or OpenSSH, without a passphrase.'
        }
        error={problems['delivery.key']}
      >
        <Textarea
          rows={3}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-12"
          value={draft.sshKey}
          onChange={({ target }) => onEdit({ sshKey: target.value })}
        />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {text('folder', 'Folder')}
        {text('fileName', 'File Name', { at: 'name', help: 'The date and a number are added.' })}
        <Every draft={draft} onEdit={onEdit} />
      </div>
    </>
  );
}

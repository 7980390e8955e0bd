import { RadioGroup } from 'radix-ui';
import { useRef, useState } from 'react';
import {
  LEAD_STATUS_COLORS,
  LEAD_STATUS_NAME_MAX,
  type LeadStatusColor,
} from '#contract/lead-status-colors.ts';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import { messageOf } from '../../lib/api-error.ts';
import { STATUS_TONE, statusLabel } from '../../lib/lead-statuses.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { TONE_FILL } from '../../ui/tone.ts';
import { type StatusLook, useSaveStatus } from './queries.ts';

interface StatusDialogProps {
  /** Null adds a status. */
  status: LeadStatusEntity | null;
  /** Initial name of a new status. */
  name?: string;
  onClose: () => void;
}

export function StatusDialog({ status, name = '', onClose }: StatusDialogProps) {
  const [look, setLook] = useState<StatusLook>({
    name: status === null ? name : statusLabel(status.name),
    color: status?.color ?? 'gray',
  });
  const save = useSaveStatus(status);
  const input = useRef<HTMLInputElement>(null);
  const shown = look.name.trim();
  const submit = () => {
    if (shown === '') input.current?.focus();
    else save.mutate({ name: keptName(shown, status), color: look.color }, { onSuccess: onClose });
  };
  return (
    <ActionDialog
      onClose={onClose}
      title={status === null ? 'Add Status' : 'Edit Status'}
      initialFocus={input}
      {...(status !== null && {
        description: 'Leads with this status show the new name and color right away.',
      })}
      action={status === null ? 'Add Status' : 'Save'}
      pending={save.isPending}
      pendingText="Saving..."
      onAction={submit}
    >
      <Field
        label="Name"
        {...(save.error && {
          error: messageOf(save.error),
        })}
      >
        <TextInput
          ref={input}
          value={look.name}
          maxLength={LEAD_STATUS_NAME_MAX}
          autoComplete="off"
          placeholder="e.g. Call back"
          onChange={(event) => {
            save.reset();
            setLook({ ...look, name: event.target.value });
          }}
        />
      </Field>
      <ColorField value={look.color} onChange={(color) => setLook({ ...look, color })} />
      <p aria-hidden className="flex min-h-5 items-center">
        {shown !== '' && <Badge tone={STATUS_TONE[look.color]}>{shown}</Badge>}
      </p>
    </ActionDialog>
  );
}

/** Keeps the stored name if only its label was shown: `new` is shown as New. */
function keptName(shown: string, status: LeadStatusEntity | null): string {
  return status !== null && shown === statusLabel(status.name) ? status.name : shown;
}

interface ColorFieldProps {
  value: LeadStatusColor;
  onChange: (color: LeadStatusColor) => void;
}

function ColorField({ value, onChange }: ColorFieldProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">Color</legend>
      <RadioGroup.Root
        aria-label="Color"
        value={value}
        onValueChange={(next) => onChange(next as LeadStatusColor)}
        className="flex flex-wrap gap-1"
      >
        {LEAD_STATUS_COLORS.map((color) => (
          <RadioGroup.Item
            key={color}
            value={color}
            aria-label={colorName(color)}
            title={colorName(color)}
            className="grid size-9 place-items-center rounded-control border border-transparent hover:bg-hover data-[state=checked]:border-line-strong max-md:size-11"
          >
            <span aria-hidden className={cx('size-4 rounded-full', TONE_FILL[STATUS_TONE[color]])} />
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </fieldset>
  );
}

function colorName(color: LeadStatusColor): string {
  return color.charAt(0).toUpperCase() + color.slice(1);
}

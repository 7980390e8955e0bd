import { RadioGroup } from 'radix-ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import {
  LEAD_STATUS_COLORS,
  LEAD_STATUS_NAME_MAX,
  type LeadStatusColor,
} from '#contract/lead-status-colors.ts';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import { messageOf } from '../../lib/api-error.ts';
import { STATUS_TONE, statusLabel } from '../../lib/lead-statuses.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
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

/** Adds, renames or recolors a status. */
export function StatusDialog({ status, name = '', onClose }: StatusDialogProps) {
  const [look, setLook] = useState<StatusLook>({
    name: status === null ? name : statusLabel(status.name),
    color: status?.color ?? 'gray',
  });
  const save = useSaveStatus(status);
  const input = useRef<HTMLInputElement>(null);
  const formId = useId();
  const shown = look.name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shown === '') input.current?.focus();
    else save.mutate({ name: keptName(shown, status), color: look.color }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={status === null ? 'Add Status' : 'Edit Status'}
      {...(status !== null && {
        description: 'Leads with this status show the new name and color right away.',
      })}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={save.isPending}
            pendingText="Saving..."
          >
            {status === null ? 'Add Status' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Name"
          {...(save.error && {
            error: messageOf(save.error, "Couldn't reach the server. Check your connection and try again."),
          })}
        >
          {(control) => (
            <TextInput
              {...control}
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
          )}
        </Field>
        <ColorField value={look.color} onChange={(color) => setLook({ ...look, color })} />
        <p aria-hidden className="flex min-h-5 items-center">
          {shown !== '' && <Badge tone={STATUS_TONE[look.color]}>{shown}</Badge>}
        </p>
      </form>
    </Dialog>
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

/** Selects a status color. */
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

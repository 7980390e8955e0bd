import { type FormEvent, useId, useRef, useState } from 'react';
import { LEAD_STATUS_NAME_MAX } from '#contract/lead-status-colors.ts';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import { messageOf } from '../../lib/api-error.ts';
import { STATUS_TONE, statusLabel } from '../../lib/lead-statuses.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ColorField } from './color-field.tsx';
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

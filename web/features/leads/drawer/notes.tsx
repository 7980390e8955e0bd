import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addNote, type LeadDetail } from '#contract/leads.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatDateTime, formatRelative } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { leadQuery } from '../queries.ts';

/** Shows the notes on a lead, newest first, and a box to add one. */
export function Notes({ lead, disabled }: { lead: LeadDetail; disabled: boolean }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => callApi(addNote, { params: { id: lead.id }, body: { text } }),
    onSuccess: (note) => {
      setText('');
      const { queryKey } = leadQuery(lead.id);
      client.setQueryData(queryKey, (now) => now && { ...now, notes: [note, ...now.notes] });
    },
  });
  return (
    <>
      {!disabled && (
        <form
          className="mb-3 flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') add.mutate();
          }}
        >
          <Field
            label="New note"
            error={
              add.error ? messageOf(add.error, 'The note could not be saved. Please try again.') : undefined
            }
          >
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={10_000}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <Button
            type="submit"
            size="small"
            className="self-end"
            disabled={text.trim() === ''}
            pending={add.isPending}
            pendingText="Adding..."
          >
            Add note
          </Button>
        </form>
      )}
      {lead.notes.length === 0 && disabled && <p className="text-13 text-muted">No notes.</p>}
      <ul aria-label="Notes" className="flex flex-col gap-3">
        {lead.notes.map((note) => (
          <li key={note.id} className="text-13">
            <p className="text-muted">
              <span className="font-medium text-text">{note.createdBy}</span>{' '}
              <time dateTime={note.createdAt} title={formatDateTime(note.createdAt)}>
                {formatRelative(note.createdAt)}
              </time>
            </p>
            <p className="break-words whitespace-pre-wrap">{note.text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

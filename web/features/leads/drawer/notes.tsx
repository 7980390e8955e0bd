import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { addNote, type LeadDetail } from '#contract/leads.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { useStoredDraft } from '../../../lib/drafts.ts';
import { formatCount } from '../../../lib/format.ts';
import { Moment } from '../../../lib/moment.tsx';
import { usePrinting } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/text-input.tsx';
import { isCommand, isTyping } from '../keys.ts';
import { leadQuery } from '../queries.ts';

const SHOWN_NOTES = 3;

const noteDraft = z.string();

/** Notes, newest first; `n` focuses the input, Ctrl/Meta+Enter saves it. Unsaved text is kept. */
export function Notes({ lead, disabled }: { lead: LeadDetail; disabled: boolean }) {
  const client = useQueryClient();
  const [draft, setDraft] = useStoredDraft(`lead/${lead.id}/note`, noteDraft);
  const [all, setAll] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useNoteKey(box);
  const printing = usePrinting();
  const text = draft ?? '';
  const add = useMutation({
    mutationFn: () => callApi(addNote, { params: { id: lead.id }, body: { text } }),
    onSuccess: (note) => {
      setDraft(null);
      const { queryKey } = leadQuery(lead.id);
      client.setQueryData(queryKey, (now) => now && { ...now, notes: [note, ...now.notes] });
    },
  });
  const notes = all || printing ? lead.notes : lead.notes.slice(0, SHOWN_NOTES);
  function submit() {
    if (text.trim() !== '' && !add.isPending) add.mutate();
  }
  return (
    <>
      {!disabled && (
        <form
          className="mb-3 flex flex-col gap-2 print:hidden"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field
            label="New note"
            error={
              add.error
                ? messageOf(add.error, "Couldn't save the note. Your text is still here; please try again.")
                : undefined
            }
          >
            <Textarea
              ref={box}
              rows={2}
              maxLength={NOTE_MAX}
              placeholder="Write a note"
              aria-keyshortcuts="N Control+Enter Meta+Enter"
              value={text}
              readOnly={add.isPending}
              onChange={({ target }) => setDraft(target.value === '' ? null : target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
              }}
            />
          </Field>
          <Button
            type="submit"
            size="small"
            className="self-end"
            disabled={text.trim() === ''}
            pending={add.isPending}
            pendingText="Adding..."
          >
            Add Note
          </Button>
        </form>
      )}
      {lead.notes.length === 0 && disabled && <p className="text-13 text-muted">No notes.</p>}
      <ul aria-label="Notes" className="flex flex-col gap-3">
        {notes.map((note) => (
          <li key={note.id} className="text-13">
            <p className="text-muted">
              <span className="font-medium text-text">{note.createdBy}</span> <Moment time={note.createdAt} />
            </p>
            <p className="break-words whitespace-pre-wrap">{note.text}</p>
          </li>
        ))}
      </ul>
      {lead.notes.length > SHOWN_NOTES && (
        <Button
          size="small"
          variant="quiet"
          className="-ml-2.5 self-start print:hidden"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show the newest notes' : `Show all ${formatCount(lead.notes.length, 'note')}`}
        </Button>
      )}
    </>
  );
}

/** Focuses the new note on `n`, outside texts and other dialogs. */
function useNoteKey(box: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'n' || event.defaultPrevented || isCommand(event) || isTyping(event.target)) return;
      const dialogs = [...document.querySelectorAll('[role="dialog"]')];
      if (!box.current || dialogs.some((dialog) => !dialog.contains(box.current))) return;
      event.preventDefault();
      box.current.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box]);
}

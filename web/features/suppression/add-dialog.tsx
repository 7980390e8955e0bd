import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addSuppressions,
  importSuppressions,
  type SUPPRESSION_FORMATS,
  SUPPRESSIONS_MAX,
} from '#contract/suppressions.ts';
import { callApi } from '../../lib/call-api.ts';
import { dayFromToday, formatCount, formatNumber, formatSize } from '../../lib/format.ts';
import { sendForm } from '../../lib/send-form.ts';
import { showReason } from '../../lib/show-failure.ts';
import { addedText, metTexts, refreshSuppression } from '../../lib/suppression.ts';
import { useAsked } from '../../lib/use-asked.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Field } from '../../ui/field.tsx';
import { FileCard } from '../../ui/file-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { listsQuery } from './queries.ts';

const WAYS = [
  { value: 'paste', label: 'Paste' },
  { value: 'file', label: 'File' },
] as const;
type Way = (typeof WAYS)[number]['value'];
type Format = (typeof SUPPRESSION_FORMATS)[number];

const FORMATS: { value: Format; label: string }[] = [
  { value: 'auto', label: 'Detect' },
  { value: 'plain', label: 'Emails, phones, domains, prefixes' },
  { value: 'md5', label: 'MD5 hashes' },
  { value: 'sha1', label: 'SHA-1 hashes' },
  { value: 'sha256', label: 'SHA-256 hashes' },
  { value: 'dnc', label: 'US do-not-call file (area code, number)' },
];
const ENDINGS = ['.csv', '.txt', '.zip', '.xlsx', '.xls'];

interface Draft {
  text: string;
  file: File | null;
  format: Format;
  list: string;
  reason: string;
  /** Last day, `yyyy-mm-dd`; '' for none. */
  until: string;
}

interface Outcome {
  added: number;
  existing: number;
  invalid: readonly { entry: string; message: string }[];
  /** Lines of a file that couldn't be read. */
  invalidLines: number;
  leads: number | null;
}

interface AddDialogProps {
  /** The list that is open; undefined for the default one. */
  list: string | undefined;
  onClose: () => void;
}

/** Adds entries that are pasted or in a file. */
export function AddDialog({ list, onClose }: AddDialogProps) {
  const client = useQueryClient();
  const { data: lists } = useQuery(listsQuery);
  const [way, setWay] = useState<Way>('paste');
  const [draft, setDraft] = useState<Draft>({
    ...{ text: '', file: null, format: 'auto', list: list ?? '', reason: '', until: '' },
  });
  const [asked, ask] = useAsked();
  const [share, setShare] = useState<number | null>(null);
  const [refused, setRefused] = useState<Outcome['invalid']>([]);
  const edit = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const entries = linesOf(draft.text);
  const problem = problemOf(way, draft, entries.length);
  const chosen = draft.list || lists?.find(({ isDefault }) => isDefault)?.id || '';
  const add = useMutation({
    mutationFn: () =>
      way === 'paste'
        ? addPasted(entries, { ...draft, list: chosen })
        : addFile({ ...draft, list: chosen }, setShare),
    onSuccess: (outcome) => {
      refreshSuppression(client);
      toast({ title: addedText(outcome), description: descriptionOf(outcome) });
      if (outcome.invalid.length === 0) return onClose();
      // The rest can be corrected and sent again.
      setRefused(outcome.invalid);
      edit({ text: outcome.invalid.map(({ entry }) => entry).join('\n') });
    },
    onError: (error) => showReason(error, "Couldn't add the entries"),
    onSettled: () => setShare(null),
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Add Entries"
      description="Leads with these emails or phones are marked, and no longer imported, sold or delivered."
      action="Add Entries"
      pending={add.isPending}
      pendingText="Adding..."
      onAction={(form) => (problem === null ? add.mutate() : ask(form))}
    >
      <Segmented label="How to add entries" value={way} options={WAYS} onChange={setWay} />
      {way === 'paste' ? (
        <Field
          label="Entries"
          help="One a line: an email, a phone with + and country code, a domain like @example.com, a prefix like +4487*, or an MD5, SHA-1 or SHA-256 hash."
          error={asked ? (problem ?? undefined) : undefined}
        >
          <Textarea
            rows={7}
            spellCheck={false}
            autoComplete="off"
            placeholder={'jane@example.com\n+4915112345678'}
            value={draft.text}
            onChange={(event) => edit({ text: event.target.value })}
          />
        </Field>
      ) : (
        <FilePart draft={draft} error={asked ? problem : null} onEdit={edit} />
      )}
      {way === 'paste' && refused.length > 0 && <Refused refused={refused} />}
      <Field label="List">
        <Select
          value={chosen}
          options={(lists ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => edit({ list: id })}
        />
      </Field>
      <Field label="Reason" optional>
        <TextInput
          autoComplete="off"
          maxLength={200}
          placeholder="e.g. Asked by phone"
          value={draft.reason}
          onChange={(event) => edit({ reason: event.target.value })}
        />
      </Field>
      <Field label="Expires" optional help="At the end of this day. Leave blank to keep the entries.">
        <TextInput
          type="date"
          min={dayFromToday(0)}
          value={draft.until}
          onChange={(event) => edit({ until: event.target.value })}
        />
      </Field>
      {share !== null && share < 1 && <Progress value={share * 100} label="Upload progress" />}
    </ActionDialog>
  );
}

interface FilePartProps {
  draft: Draft;
  error: string | null;
  onEdit: (change: Partial<Draft>) => void;
}

function FilePart({ draft: { file, format }, error, onEdit }: FilePartProps) {
  return (
    <>
      {file === null ? (
        <div>
          <DropZone
            title="Drag a file here or click to browse"
            text="CSV, text, Excel or a zip of one, up to 100 MB"
            accept={ENDINGS}
            onFiles={([found]) => found && onEdit({ file: found.file })}
            className="py-8"
          />
          {error !== null && <p className="mt-1.5 text-13 text-negative">{error}</p>}
        </div>
      ) : (
        <FileCard
          name={file.name}
          size={formatSize(file.size)}
          removeLabel="Remove file"
          onRemove={() => onEdit({ file: null })}
        />
      )}
      <Field label="Format">
        <Select value={format} options={FORMATS} onChange={(value) => onEdit({ format: value })} />
      </Field>
    </>
  );
}

const REFUSED_SHOWN = 5;

function Refused({ refused }: { refused: Outcome['invalid'] }) {
  const more = refused.length - REFUSED_SHOWN;
  return (
    <Notice tone="caution">
      <p className="font-medium">{formatCount(refused.length, 'entry', 'entries')} couldn't be added:</p>
      <ul className="mt-1 list-disc pl-4">
        {refused.slice(0, REFUSED_SHOWN).map(({ entry, message }) => (
          <li key={entry} className="break-words">
            {entry.slice(0, 60)}: {message}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1">And {formatNumber(more)} more.</p>}
    </Notice>
  );
}

function linesOf(text: string): string[] {
  return [...new Set(text.split(/[\n;,]+/).map((line) => line.trim()))].filter((line) => line !== '');
}

function problemOf(way: Way, { file }: Draft, entries: number): string | null {
  if (way === 'file') return file === null ? 'Choose a file' : null;
  if (entries === 0) return 'Enter at least one entry';
  if (entries <= SUPPRESSIONS_MAX) return null;
  return `You can paste up to ${formatNumber(SUPPRESSIONS_MAX)} entries. Send more as a file.`;
}

/** The end of a day in the browser's time zone. */
function endOf(day: string): string | undefined {
  return day === '' ? undefined : new Date(`${day}T23:59:59.999`).toISOString();
}

async function addPasted(entries: readonly string[], draft: Draft): Promise<Outcome> {
  const body = {
    ...{ entries: [...entries], listId: draft.list || undefined },
    ...{ reason: draft.reason.trim() || undefined, expiresAt: endOf(draft.until) },
  };
  return { ...(await callApi(addSuppressions, { body })), invalidLines: 0 };
}

async function addFile(draft: Draft, onProgress: (share: number) => void): Promise<Outcome> {
  const form = new FormData();
  const fields = {
    ...{ listId: draft.list, format: draft.format },
    ...{ reason: draft.reason.trim(), expiresAt: endOf(draft.until) ?? '' },
  };
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.append(name, value);
  if (draft.file) form.append('file', draft.file);
  const { added = 0, existing = 0, invalid = 0 } = await sendForm(importSuppressions, form, { onProgress });
  return { added, existing, invalid: [], invalidLines: invalid, leads: null };
}

function descriptionOf({ invalidLines, ...outcome }: Outcome): string {
  const unread = invalidLines > 0 ? [`${formatCount(invalidLines, 'line')} couldn't be read`] : [];
  return [...metTexts(outcome), ...unread].join(', ');
}

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SentTo } from '#contract/endpoint.ts';
import { customFieldName } from '#contract/lead-fields.ts';
import { createLead } from '#contract/leads.ts';
import { findSimilarLead } from '#contract/similar-lead.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { useStoredDraft } from '../../../lib/drafts.ts';
import { similarShare } from '../../../lib/similar-text.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { bodyOf, type FieldSection, type FieldValue, givenSections } from '../fields/editable-fields.ts';
import { FieldControl } from '../fields/field-control.tsx';
import { customFieldsQuery, filterValuesQuery, refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';
import {
  EMPTY_DRAFT,
  hasInput,
  type NewLeadDraft,
  newLeadDraft,
  parseNewLeadDraft,
} from './new-lead-draft.ts';
import { RecordPanel } from './record-panel.tsx';
import { warningText } from './use-field-save.ts';

const ORDER = ['Contact', 'Status', 'Location', 'Deposit', 'Source', 'Custom Fields'];

export interface NewLeadDrawerProps {
  onClose: () => void;
  /** Opens the created lead, or the existing lead with this email or phone. */
  onOpen: (id: string) => void;
}

/** Creates a lead; keeps input until it is created or discarded. */
export function NewLeadDrawer({ onClose, onOpen }: NewLeadDrawerProps) {
  const form = useId();
  const client = useQueryClient();
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const { data: values } = useQuery(filterValuesQuery);
  const sections = givenSections(customFields).sort(
    (a, b) => ORDER.indexOf(a.title) - ORDER.indexOf(b.title),
  );
  const [kept, keep] = useStoredDraft('new-lead', newLeadDraft);
  const [returned] = useState(kept !== null);
  const draft: NewLeadDraft = kept ?? EMPTY_DRAFT;
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const create = useMutation({
    mutationFn: (given: Record<string, FieldValue>) =>
      callApi(createLead, { body: bodyOf(given) as SentTo<typeof createLead>['body'] }),
    onSuccess: ({ warnings, ...lead }) => {
      toast(
        warnings
          ? { tone: 'caution', title: 'Lead created, but please check', description: warningText(warnings) }
          : { title: 'Lead created', description: leadName(lead) },
      );
      keep(null);
      refreshLeads(client);
      onOpen(lead.id);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.field) setWrong({ [error.field]: error.serverMessage ?? '' });
    },
  });

  function change(fields: NewLeadDraft) {
    const next = { ...draft, ...fields };
    keep(hasInput(next) ? next : null);
  }

  function discard() {
    keep(null);
    onClose();
  }

  function submit() {
    const read = parseNewLeadDraft(draft, sections);
    setWrong(read.wrong);
    if (Object.keys(read.wrong).length === 0) create.mutate(read.values);
  }

  return (
    <RecordPanel
      title="Add Lead"
      onClose={onClose}
      footer={
        <>
          <Button onClick={discard}>{kept === null ? 'Cancel' : 'Discard'}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            pending={create.isPending}
            pendingText="Creating..."
          >
            Create Lead
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-6 px-5 py-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <CreateProblem error={create.error} named={Object.keys(wrong).length > 0} onOpen={onOpen} />
        <SimilarNotice draft={draft} onOpen={onOpen} />
        {returned && kept !== null && <Notice>You started this lead earlier. Nothing is saved yet.</Notice>}
        {sections.map((section) => (
          <DraftSection
            key={section.title}
            section={section}
            draft={draft}
            wrong={wrong}
            tags={values?.tags ?? []}
            onDraft={change}
          />
        ))}
      </form>
    </RecordPanel>
  );
}

interface CreateProblemProps {
  error: Error | null;
  /** The error is already shown at a field. */
  named: boolean;
  onOpen: (id: string) => void;
}

function CreateProblem({ error, named, onOpen }: CreateProblemProps) {
  if (!error) return null;
  const existing = error instanceof ApiError ? error.reply.existingLeadId : undefined;
  if (named && existing === undefined) return null;
  return (
    <Notice
      tone="negative"
      {...(existing !== undefined && {
        action: (
          <Button size="small" onClick={() => onOpen(existing)}>
            Open That Lead
          </Button>
        ),
      })}
    >
      {messageOf(error, "Couldn't create the lead. Please try again.")}
    </Notice>
  );
}

interface DraftSectionProps {
  section: FieldSection;
  draft: NewLeadDraft;
  /** Errors by field. */
  wrong: Readonly<Record<string, string>>;
  tags: readonly string[];
  onDraft: (change: NewLeadDraft) => void;
}

function DraftSection({ section, draft, wrong, tags, onDraft }: DraftSectionProps) {
  // Tags take a whole line, after the pairs of other fields.
  const fields = section.fields.toSorted((a, b) => Number(a.editor === 'tags') - Number(b.editor === 'tags'));
  return (
    <section aria-label={section.title}>
      <h3 className="mb-3 text-13 font-semibold">{section.title}</h3>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-sm:grid-cols-1">
        {fields.map((field) => {
          const value = draft[field.field] ?? '';
          const set = (next: string | string[]) => onDraft({ [field.field]: next });
          return (
            <Field
              key={field.field}
              label={field.required && field.field !== 'status' ? `${field.label} (required)` : field.label}
              error={wrong[field.field]}
              className={field.editor === 'tags' ? 'col-span-full' : 'sm:last:odd:col-span-2'}
            >
              {field.editor === 'tags' ? (
                <TagInput value={Array.isArray(value) ? value : []} suggestions={tags} onChange={set} />
              ) : (
                <FieldControl
                  picks
                  field={field}
                  text={String(value)}
                  onText={set}
                  onCommit={set}
                  onCancel={() => set('')}
                />
              )}
            </Field>
          );
        })}
      </div>
    </section>
  );
}

/** Milliseconds without typing after which the draft is compared. */
const TYPING_MS = 400;
const COMPARED = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'postcode'] as const;
/** A field alone says too little. */
const FIELDS_MIN = 2;

/** Says who the lead of a draft likely is already. */
function SimilarNotice({ draft, onOpen }: { draft: NewLeadDraft; onOpen: (id: string) => void }) {
  const typed = useDebounced(JSON.stringify(comparedOf(draft)), TYPING_MS);
  const body = JSON.parse(typed) as ReturnType<typeof comparedOf>;
  const { data } = useQuery({
    queryKey: [findSimilarLead.path, typed],
    queryFn: () => callApi(findSimilarLead, { body }),
    enabled: Object.keys(body).length + Object.keys(body.customData).length > FIELDS_MIN,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const similar = data?.similar;
  if (similar == null) return null;
  return (
    <Notice
      tone="caution"
      action={
        <Button size="small" onClick={() => onOpen(similar.leadId)}>
          Open That Lead
        </Button>
      }
    >
      Likely the same person as {similar.name}
      {similarShare(similar)}
    </Notice>
  );
}

function comparedOf(draft: NewLeadDraft) {
  const texts = Object.entries(draft).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
  );
  const fields = texts.filter(([field]) => COMPARED.some((name) => name === field));
  const custom = texts.flatMap(([field, value]) => {
    const name = customFieldName(field);
    return name === null ? [] : [[name, value] as const];
  });
  return {
    ...(Object.fromEntries(fields) as Partial<Record<(typeof COMPARED)[number], string>>),
    customData: Object.fromEntries(custom),
  };
}

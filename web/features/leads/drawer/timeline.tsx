import { customFieldName, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadEvent } from '#contract/leads.ts';
import { fieldLabel } from '../../../lib/field-label.ts';
import { Moment } from '../../../lib/moment.tsx';
import { usePrinting } from '../../../lib/use-media-query.ts';

const KIND: Record<LeadEvent['kind'], string> = {
  created: 'Created',
  import: 'Imported',
  edit: 'Edited',
  bulk: 'Changed in bulk',
  sold: 'Marked as sold',
  returned: 'Returned',
  deleted: 'Moved to the bin',
  restored: 'Restored',
  merged: 'Merged',
  unmerged: 'Merge undone',
  delivered: 'Delivered',
  undo: 'Change undone',
  consent: 'Consent recorded',
};

const LABEL = new Map<string, string>(LEAD_FIELDS.map(({ key, label }) => [key, label]));

/** Changes shown initially; all are printed. */
const SHOWN = 4;

function eventLabel(field: string): string {
  return customFieldName(field) === null ? (LABEL.get(field) ?? field) : fieldLabel(field);
}

function eventValueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function Timeline({ events }: { events: readonly LeadEvent[] }) {
  if (events.length === 0) return <p className="text-13 text-muted">No activity yet.</p>;
  return (
    <ol aria-label="Timeline" className="flex flex-col gap-4 border-l border-line pl-4">
      {events.map((event) => (
        <li key={event.id} className="relative text-13">
          <span className="absolute top-1.5 -left-[1.3rem] size-2 rounded-full bg-line-strong" aria-hidden />
          <p className="text-muted">
            <span className="font-medium text-text">{KIND[event.kind]}</span> by {event.actor}{' '}
            <Moment time={event.createdAt} />
          </p>
          {event.detail !== null && <p className="break-words text-muted">{event.detail}</p>}
          <Changes changes={event.changes} />
        </li>
      ))}
    </ol>
  );
}

function Changes({ changes }: Pick<LeadEvent, 'changes'>) {
  const rest = usePrinting() ? [] : changes.slice(SHOWN);
  if (changes.length === 0) return null;
  return (
    <>
      <ChangeList changes={changes.slice(0, changes.length - rest.length)} />
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer py-0.5 text-accent">{rest.length} more</summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  );
}

function ChangeList({ changes }: Pick<LeadEvent, 'changes'>) {
  return (
    <ul className="mt-0.5 flex flex-col gap-0.5">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="break-words">
          <span className="text-muted">{eventLabel(field)}: </span>
          <del className="text-muted">{eventValueText(before)}</del> <span aria-hidden>→</span>{' '}
          <ins className="no-underline">{eventValueText(after)}</ins>
        </li>
      ))}
    </ul>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { LeadDetail } from '#contract/leads.ts';

import { QueryError } from '../../../lib/query-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SheetSkeleton } from '../../../ui/sheet.tsx';
import { isTyping } from '../keys.ts';
import { SoldBadge, StatusBadge, SuppressedBadge } from '../lead-cells.tsx';
import { leadQuery } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';
import type { DrawerFiltering } from './filter-by-field.tsx';
import { LeadRecord } from './lead-record.tsx';
import { RecordPanel } from './record-panel.tsx';
import { moveToTrash, restoreFromTrash } from './trash.ts';

export interface LeadDrawerProps {
  id: string;
  /** Neighboring IDs in the list. */
  previous: string | undefined;
  next: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
  filtering: DrawerFiltering;
}

export function LeadDrawer({ id, previous, next, onOpen, onClose, filtering }: LeadDrawerProps) {
  const client = useQueryClient();
  const query = useQuery(leadQuery(id));
  const { data: lead, error } = query;

  useEffect(() => {
    for (const neighbour of [previous, next]) if (neighbour) void client.prefetchQuery(leadQuery(neighbour));
  }, [client, previous, next]);

  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const to = neighbourOf(event, { previous, next });
      if (to === undefined || isElsewhere(event.target, content.current)) return;
      event.preventDefault();
      event.stopPropagation();
      // Saves the edited field.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
      onOpen(to);
    };
    // Captured before the list's rows handle the same keys.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [previous, next, onOpen]);

  return (
    <RecordPanel title={lead ? leadName(lead) : 'Lead'} onClose={onClose}>
      <div ref={content}>
        <DrawerBar lead={lead} previous={previous} next={next} onOpen={onOpen} onClose={onClose} />
        {error && (
          <QueryError
            title="Failed to fetch the lead"
            query={query}
            missing={{
              title: 'Lead not found',
              text: 'It was deleted, or it belongs to another organization.',
            }}
          />
        )}
        {!lead && !error && <SheetSkeleton rows={12} />}
        {lead && <LeadRecord key={lead.id} lead={lead} onOpen={onOpen} filtering={filtering} />}
      </div>
    </RecordPanel>
  );
}

interface Neighbours {
  previous: LeadDetail['id'] | undefined;
  next: LeadDetail['id'] | undefined;
}

function neighbourOf(event: KeyboardEvent, { previous, next }: Neighbours): string | undefined {
  if (event.ctrlKey || event.metaKey || event.defaultPrevented) return undefined;
  if (event.altKey) return { ArrowDown: next, ArrowUp: previous }[event.key];
  return isTyping(event.target) ? undefined : { j: next, k: previous }[event.key];
}

/** Dialogs, menus, lists and column headings have their own meaning for these keys. */
function isElsewhere(target: EventTarget | null, content: Element | null): boolean {
  if (!(target instanceof Element)) return false;
  const dialog = target.closest('[role="dialog"]');
  const inOther = dialog !== null && !dialog.contains(content);
  return inOther || target.closest('[role="listbox"], [role="menu"], [data-head], select') !== null;
}

interface DrawerBarProps {
  lead: LeadDetail | undefined;
  previous: string | undefined;
  next: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}

function DrawerBar({ lead, previous, next, onOpen, onClose }: DrawerBarProps) {
  const { remove, restore } = useTrash(onClose);
  const step = (icon: typeof ChevronUp, label: string, key: string, to: string | undefined) => (
    <IconButton
      icon={icon}
      label={label}
      aria-keyshortcuts={key}
      side="bottom"
      // Remains focusable at either end of the page.
      aria-disabled={to === undefined}
      className="aria-disabled:opacity-45"
      onClick={() => to !== undefined && onOpen(to)}
    />
  );
  return (
    <div className="sticky top-0 z-2 flex print:hidden flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2">
      <span className="flex">
        {step(ChevronUp, 'Previous lead', 'K', previous)}
        {step(ChevronDown, 'Next lead', 'J', next)}
      </span>
      {lead && <StatusBadge status={lead.status} />}
      {lead && <SoldBadge isSold={lead.isSold} />}
      {lead?.suppressed && <SuppressedBadge />}
      {lead && (
        <span className="ml-auto">
          {lead.deletedAt === null ? (
            <Button size="small" icon={Trash2} pending={remove.isPending} onClick={() => remove.mutate(lead)}>
              Delete
            </Button>
          ) : (
            <Button
              size="small"
              icon={RotateCcw}
              pending={restore.isPending}
              onClick={() => restore.mutate(lead)}
            >
              Restore
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

function useTrash(onClose: () => void) {
  const restore = useMutation({ mutationFn: (lead: LeadDetail) => restoreFromTrash(lead) });
  const remove = useMutation({
    mutationFn: async (lead: LeadDetail) => {
      if (await moveToTrash(lead)) onClose();
    },
  });
  return { remove, restore };
}

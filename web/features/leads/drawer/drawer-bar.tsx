import { useMutation } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, RotateCcw, Trash2 } from 'lucide-react';
import type { LeadDetail } from '#contract/leads.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SoldBadge, StatusBadge } from '../lead-cells.tsx';
import { moveToTrash, restoreFromTrash } from './trash.ts';

export interface DrawerBarProps {
  lead: LeadDetail | undefined;
  previous: string | undefined;
  next: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** Links to neighboring leads, the lead's state and the trash button. */
export function DrawerBar({ lead, previous, next, onOpen, onClose }: DrawerBarProps) {
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

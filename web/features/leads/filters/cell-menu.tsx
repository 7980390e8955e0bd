import { useQuery } from '@tanstack/react-query';
import { Copy, Filter, FilterX, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';
import { copyText } from '../../../ui/copy-button.tsx';
import { customFieldsQuery } from '../queries.ts';
import { conditionOfValue, oppositeOf } from './condition-of-value.ts';
import { type KnownCondition, wordsOf } from './condition-words.ts';
import { withPart } from './filter-state.ts';
import { useValueName } from './value-names.ts';

export interface MenuCell {
  lead: Lead;
  field: string;
  x: number;
  y: number;
}

interface CellMenuProps {
  cell: MenuCell;
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
  onClose: () => void;
}

export function CellMenu({ cell: { lead, field, x, y }, filter, onFilter, onClose }: CellMenuProps) {
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const nameOf = useValueName();
  const is = conditionOfValue(lead, field, customFields);
  const isNot = is && oppositeOf(is);
  const said = (name: string, value: string) => (name === 'import' ? 'this import' : nameOf(name, value));
  const held = storedIn(lead, field);
  const text = Array.isArray(held) ? held.join(', ') : String(held ?? '');
  const add = ({ condition }: KnownCondition) => onFilter(withPart(filter, condition, customFields));
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed size-0" style={{ left: x, top: y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          collisionPadding={8}
          aria-label="Cell"
          className="z-50 max-w-80 min-w-48 animate-rise rounded-card bg-raised p-1 shadow-float"
        >
          {is && (
            <DropdownMenu.Label className="truncate px-2.5 pt-1.5 pb-1 text-12 text-muted">
              {Object.values(wordsOf(is.condition, is.known, said)).join(' ')}
            </DropdownMenu.Label>
          )}
          {is && <MenuItem icon={Filter} text="Filter by This Value" onSelect={() => add(is)} />}
          {isNot && <MenuItem icon={FilterX} text="Exclude This Value" onSelect={() => add(isNot)} />}
          {text !== '' && <MenuItem icon={Copy} text="Copy Value" onSelect={() => void copyText(text)} />}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function MenuItem({ icon: Icon, text, onSelect }: { icon: LucideIcon; text: string; onSelect: () => void }) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="flex h-8 cursor-default items-center gap-2 rounded-control px-2.5 text-14 outline-none select-none data-highlighted:bg-neutral-tint max-md:h-11"
    >
      <Icon className="size-4 text-muted" aria-hidden />
      {text}
    </DropdownMenu.Item>
  );
}

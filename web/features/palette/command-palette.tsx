import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type LucideIcon, Search, User } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { type Lead, listLeads } from '#contract/leads.ts';
import { formatCount } from '../../lib/format.ts';
import { queryOf } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { SearchList } from '../../ui/search-list.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const GROUP = 'Leads';

/** Returns commands that open the leads, and one that shows all leads matching the typed text. */
function leadCommands(
  leads: readonly Lead[],
  typed: string,
  onOpenLead: (id: string) => void,
  onSearchLeads: (text: string) => void,
): Command[] {
  const text = typed.trim();
  if (text === '') return [];
  return [
    ...leads.map((lead): Command => {
      const name = [lead.firstName, lead.lastName].filter(Boolean).join(' ');
      const [label = '', hint = ''] = [name, lead.email, lead.phone].filter(
        (one): one is string => one !== null && one !== '',
      );
      return { id: lead.id, label, hint, group: GROUP, icon: User, run: () => onOpenLead(lead.id) };
    }),
    {
      id: 'search-leads',
      label: `Search leads for "${text}"`,
      group: GROUP,
      icon: Search,
      run: () => onSearchLeads(text),
    },
  ];
}

const LEADS_SHOWN = 5;
const FEWEST_LETTERS = 2;
const SETTLE_MS = 150;
// Cache lifetime in milliseconds; users seldom repeat a search.
const KEEP_MS = 30_000;

/** Returns the first leads that match the typed text, from two letters on; `busy` while others load. */
function useFoundLeads(typed: string): { leads: readonly Lead[]; busy: boolean } {
  const text = typed.trim();
  const settled = useDebounced(text, SETTLE_MS);
  const enabled = settled.length >= FEWEST_LETTERS && text.length >= FEWEST_LETTERS;
  const { data, isFetching } = useQuery({
    ...queryOf(listLeads, { query: { search: settled, limit: LEADS_SHOWN, count: 'false' } }),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: KEEP_MS,
  });
  return {
    leads: enabled ? (data?.leads ?? []) : [],
    busy: text.length >= FEWEST_LETTERS && (isFetching || settled !== text),
  };
}

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  commands: readonly Command[];
  onOpenLead: (id: string) => void;
  onSearchLeads: (text: string) => void;
}

/** Finds screens, actions and matching leads by typing. */
export function CommandPalette({ open, onOpenChange, ...contents }: CommandPaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[max(1rem,12vh)] left-1/2 z-40 flex max-h-[min(28rem,calc(100dvh-2rem))] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 animate-rise flex-col overflow-hidden rounded-card bg-raised shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <Contents {...contents} onClose={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ContentsProps extends Omit<CommandPaletteProps, 'open' | 'onOpenChange'> {
  onClose: () => void;
}

function Contents({ commands, onOpenLead, onSearchLeads, onClose }: ContentsProps) {
  const [typed, setTyped] = useState('');
  const { leads, busy } = useFoundLeads(typed);
  const found = [
    ...matchingCommands(commands, typed),
    ...leadCommands(leads, typed, onOpenLead, onSearchLeads),
  ];
  return (
    <CommandList
      typed={typed}
      onType={setTyped}
      commands={found}
      busy={busy}
      onRun={(command) => {
        onClose();
        command.run();
      }}
    />
  );
}

interface CommandListProps {
  typed: string;
  onType: (text: string) => void;
  commands: readonly Command[];
  busy: boolean;
  onRun: (command: Command) => void;
}

/** Renders the search box with its results; the dialog handles Escape. */
function CommandList({ typed, onType, commands, busy, onRun }: CommandListProps) {
  const [active, setActive] = useState('');
  return (
    <>
      <SearchList
        large
        label="Search leads and commands"
        listLabel="Commands and leads"
        typed={typed}
        onType={(text) => {
          onType(text);
          setActive('');
        }}
        items={commands}
        keyOf={(command) => command.id}
        active={active}
        onActive={setActive}
        onChoose={onRun}
        status={busy && <Spinner className="text-muted" />}
        before={({ icon: Icon }) => <Icon className="size-4 shrink-0 text-muted" aria-hidden />}
      />
      <p role="status" className="sr-only">
        {busy ? 'Searching' : formatCount(commands.length, 'result')}
      </p>
    </>
  );
}

export interface Command {
  id: string;
  label: string;
  /** Heading of the command's group. */
  group: string;
  icon: LucideIcon;
  /** Muted text on the right. */
  hint?: string;
  /** Further search terms. */
  words?: string;
  run: () => void;
}

const start = (command: Command, typed: string) => command.label.toLowerCase().startsWith(typed);

/**
 * Returns the commands that contain all typed words, ignoring case; commands whose label starts with the text
 * come first in their group. An empty text matches all.
 */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [...commands];
  const words = text.split(/\s+/);
  const found = commands.filter(({ label, words: more = '' }) => {
    const all = `${label} ${more}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return found.toSorted((a, b) => Number(start(b, text)) - Number(start(a, text)));
}

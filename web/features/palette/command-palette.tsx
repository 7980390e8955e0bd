import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { CommandList } from './command-list.tsx';
import { type Command, matchingCommands } from './commands.ts';
import { leadCommands } from './lead-commands.ts';
import { useFoundLeads } from './use-found-leads.ts';

export interface CommandPaletteProps {
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

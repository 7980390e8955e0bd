import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { SearchList } from '../../ui/search-list.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Command } from './commands.ts';

interface CommandListProps {
  typed: string;
  onType: (text: string) => void;
  commands: readonly Command[];
  busy: boolean;
  onRun: (command: Command) => void;
}

/** Renders the search box with its results; the dialog handles Escape. */
export function CommandList({ typed, onType, commands, busy, onRun }: CommandListProps) {
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

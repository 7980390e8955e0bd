import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { type Command, groupedCommands } from './commands.ts';

interface CommandListProps {
  typed: string;
  onType: (text: string) => void;
  commands: readonly Command[];
  busy: boolean;
  onRun: (command: Command) => void;
}

/** Returns the index to which a key moves among `count` commands, wrapping around, or null for other keys. */
function indexAfterKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return null;
}

/** Renders the search box with its results. Keys: up, down, Enter; the dialog handles Escape. */
export function CommandList({ typed, onType, commands, busy, onRun }: CommandListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState('');
  const at = Math.max(
    0,
    commands.findIndex((command) => command.id === active),
  );
  const current = commands[at];
  const optionId = (command: Command) => `${id}-${command.id}`;
  const activeId = current && optionId(current);

  useEffect(() => {
    if (activeId === undefined) return;
    list.current?.querySelector(`[id="${CSS.escape(activeId)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends the composition of a word, which must not run a command.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && current) {
      event.preventDefault();
      onRun(current);
    }
    const to = commands.length === 0 ? null : indexAfterKey(event.key, at, commands.length);
    const next = to === null ? undefined : commands[to];
    if (!next) return;
    event.preventDefault();
    setActive(next.id);
  }

  return (
    <>
      <div className="flex shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-muted" aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-label="Search leads and commands"
          placeholder="Search leads and commands…"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            onType(event.target.value);
            setActive('');
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-muted"
        />
        {busy && <Spinner className="text-muted" />}
      </div>
      <div
        ref={list}
        role="listbox"
        id={`${id}-list`}
        aria-label="Commands and leads"
        className="min-h-0 flex-1 overflow-y-auto p-1.5 [scrollbar-width:thin]"
      >
        {groupedCommands(commands).map(([group, members]) => (
          <fieldset key={group} aria-label={group} className="min-w-0">
            <div aria-hidden className="px-2.5 pt-2 pb-1 text-12 font-medium text-muted">
              {group}
            </div>
            {members.map((command) => (
              <CommandOption
                key={command.id}
                id={optionId(command)}
                command={command}
                active={command === current}
                onHover={() => setActive(command.id)}
                onRun={() => onRun(command)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <p role="status" className="sr-only">
        {busy ? 'Searching' : formatCount(commands.length, 'result')}
      </p>
    </>
  );
}

interface CommandOptionProps {
  id: string;
  command: Command;
  active: boolean;
  onHover: () => void;
  onRun: () => void;
}

function CommandOption({
  id,
  command: { label, hint, icon: Icon },
  active,
  onHover,
  onRun,
}: CommandOptionProps) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={onHover}
      onClick={onRun}
      className={cx(
        'flex min-h-9 w-full items-center gap-3 rounded-control px-2.5 py-1 text-left text-14 max-md:min-h-11',
        active && 'bg-neutral-tint',
      )}
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint && <span className="max-w-[45%] shrink-0 truncate text-13 text-muted">{hint}</span>}
    </button>
  );
}

import type { LucideIcon } from 'lucide-react';

/** Something the palette can do. */
export interface Command {
  id: string;
  label: string;
  /** The heading it stands under. */
  group: string;
  icon: LucideIcon;
  /** At the right, quiet. */
  hint?: string;
  /** Further words it is found by. */
  words?: string;
  run: () => void;
}

const start = (command: Command, typed: string) => command.label.toLowerCase().startsWith(typed);

/**
 * The commands that have all words of what is typed, in any case; those whose name begins with it come first in
 * their group. Nothing typed: all.
 */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [...commands];
  const words = text.split(/\s+/);
  const found = commands.filter(({ label, words: more = '' }) => {
    const all = `${label} ${more}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return found.toSorted((a, b) => Number(start(b, text)) - Number(start(a, text)));
}

/** Commands under their headings, both in the order given. */
export function grouped(commands: readonly Command[]): [string, Command[]][] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const members = groups.get(command.group);
    if (members) members.push(command);
    else groups.set(command.group, [command]);
  }
  return [...groups];
}

import type { LucideIcon } from 'lucide-react';

/** An action of the palette. */
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

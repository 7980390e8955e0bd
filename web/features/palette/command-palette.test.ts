import { Circle } from 'lucide-react';
import { expect, it } from 'vitest';
import { groupedOptions } from '../../ui/option.ts';
import { type Command, matchingCommands } from './command-palette.tsx';

const command = (label: string, group = 'Go to', words = ''): Command => ({
  id: label,
  label,
  group,
  icon: Circle,
  words,
  run: () => undefined,
});
const COMMANDS = [
  command('Import Leads'),
  command('Lead Management'),
  command('Import History'),
  command('Use light theme', 'Actions', 'dark colour'),
];
const found = (typed: string) => matchingCommands(COMMANDS, typed).map(({ label }) => label);

it('shows everything while nothing is typed', () => {
  expect(found('  ')).toEqual(COMMANDS.map(({ label }) => label));
});

it('finds by all the words in any case, names that begin with them first', () => {
  expect(found('LEAD')).toEqual(['Lead Management', 'Import Leads']);
  expect(found('hist imp')).toEqual(['Import History']);
  expect(found('dark')).toEqual(['Use light theme']);
  expect(found('nonsense')).toEqual([]);
});

it('puts commands under their headings, in order', () => {
  expect(groupedOptions(COMMANDS).map(([group, members]) => [group, members.length])).toEqual([
    ['Go to', 3],
    ['Actions', 1],
  ]);
});

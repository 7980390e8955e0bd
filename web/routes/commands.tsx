import { useNavigate } from '@tanstack/react-router';
import { BookOpen, FileUp, Keyboard, LogOut, Moon, PhoneForwarded, Sun, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import type { CurrentUser } from '#contract/current-user.ts';
import type { Command } from '../features/palette/command-palette.tsx';
import { CommandPalette } from '../features/palette/command-palette.tsx';
import { navigationOf } from '../features/shell/navigation.ts';
import { setTheme, useTheme } from '../lib/theme.ts';

const GO = 'Go to';
const ACTIONS = 'Actions';
/** Screens missing from the sidebar. */
const UNLISTED = [
  { to: '/update-phones', label: 'Update Phone Numbers', icon: PhoneForwarded },
  { to: '/api-docs', label: 'API Documentation', icon: BookOpen },
] as const;

export interface CommandsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: CurrentUser;
  onLogout: () => void;
  onShortcuts: () => void;
}

/** Command palette: screens, actions, and leads by name, email or phone. */
export function Commands(props: CommandsProps) {
  const navigate = useNavigate();
  return (
    <CommandPalette
      open={props.open}
      onOpenChange={props.onOpenChange}
      commands={useCommands(props)}
      onOpenLead={(lead) => void navigate({ to: '/leads', search: { lead } })}
      onSearchLeads={(search) => void navigate({ to: '/leads', search: { search } })}
    />
  );
}

function useCommands({ user, onLogout, onShortcuts }: CommandsProps): readonly Command[] {
  const navigate = useNavigate();
  const dark = useTheme() === 'dark';
  return useMemo(() => {
    const screens = [...navigationOf(user).flatMap(({ items }) => items), ...UNLISTED];
    return [
      ...screens.map(
        ({ to, label, icon }): Command => ({
          id: `go-${to}`,
          label,
          icon,
          group: GO,
          run: () => void navigate({ to }),
        }),
      ),
      {
        id: 'import',
        label: 'Import a File',
        group: ACTIONS,
        icon: FileUp,
        words: 'upload csv excel',
        run: () => void navigate({ to: '/import' }),
      },
      {
        id: 'create-lead',
        label: 'Add Lead',
        group: ACTIONS,
        icon: UserPlus,
        words: 'new create',
        run: () => void navigate({ to: '/leads', search: { lead: 'new' } }),
      },
      {
        id: 'theme',
        label: dark ? 'Use Light Theme' : 'Use Dark Theme',
        group: ACTIONS,
        icon: dark ? Sun : Moon,
        words: 'toggle theme',
        run: () => setTheme(dark ? 'light' : 'dark'),
      },
      {
        id: 'shortcuts',
        label: 'Keyboard Shortcuts',
        group: ACTIONS,
        icon: Keyboard,
        words: 'help keys',
        run: onShortcuts,
      },
      { id: 'logout', label: 'Log Out', group: ACTIONS, icon: LogOut, words: 'logout sign', run: onLogout },
    ];
  }, [user, dark, navigate, onLogout, onShortcuts]);
}

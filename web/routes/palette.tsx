import { useNavigate } from '@tanstack/react-router';
import { BookOpen, FileUp, LogOut, Moon, PhoneForwarded, Sun, UserPlus } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { CurrentUser } from '#contract/users.ts';
import type { Command } from '../features/palette/commands.ts';
import { PaletteButton } from '../features/palette/palette-button.tsx';
import { navigationOf } from '../features/shell/navigation.ts';
import { setTheme, useTheme } from '../lib/theme.ts';

const LazyCommandPalette = lazy(async () => ({
  default: (await import('../features/palette/command-palette.tsx')).CommandPalette,
}));

const GO = 'Go to';
const ACTIONS = 'Actions';
/** Screens that the sidebar does not list. */
const UNLISTED = [
  { to: '/update-phones', label: 'Update Phone Numbers', icon: PhoneForwarded },
  { to: '/api-docs', label: 'API Documentation', icon: BookOpen },
] as const;

interface PaletteProps {
  user: CurrentUser;
  onLogout: () => void;
}

/**
 * Renders the command palette and its button: every screen, a few actions, and leads by name, email or
 * phone.
 */
export function Palette({ user, onLogout }: PaletteProps) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const navigate = useNavigate();
  const commands = useCommands(user, onLogout);
  const toggle = useCallback(() => {
    setWanted(true);
    setOpen((now) => !now);
  }, []);
  return (
    <>
      <PaletteButton onToggle={toggle} />
      {wanted && (
        <Suspense>
          <LazyCommandPalette
            open={open}
            onOpenChange={setOpen}
            commands={commands}
            onOpenLead={(lead) => void navigate({ to: '/leads', search: { lead } })}
            onSearchLeads={(search) => void navigate({ to: '/leads', search: { search } })}
          />
        </Suspense>
      )}
    </>
  );
}

function useCommands(user: CurrentUser, onLogout: () => void): readonly Command[] {
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
        label: 'Import a file',
        group: ACTIONS,
        icon: FileUp,
        words: 'upload csv excel',
        run: () => void navigate({ to: '/import' }),
      },
      {
        id: 'create-lead',
        label: 'Create lead',
        group: ACTIONS,
        icon: UserPlus,
        words: 'new add',
        run: () => void navigate({ to: '/leads', search: { lead: 'new' } }),
      },
      {
        id: 'theme',
        label: dark ? 'Use light theme' : 'Use dark theme',
        group: ACTIONS,
        icon: dark ? Sun : Moon,
        words: 'toggle theme',
        run: () => setTheme(dark ? 'light' : 'dark'),
      },
      { id: 'logout', label: 'Log out', group: ACTIONS, icon: LogOut, words: 'logout sign', run: onLogout },
    ];
  }, [user, dark, navigate, onLogout]);
}

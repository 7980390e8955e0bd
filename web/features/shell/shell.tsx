import { LogOut, Moon, PanelLeft, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/current-user.ts';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { BrandMark, Sidebar } from './sidebar.tsx';
import { useSidebar } from './sidebar-state.ts';

const CONTENT = 'content';

function SkipLink() {
  return (
    <a
      href={`#${CONTENT}`}
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-3 py-2 text-14 font-medium text-on-accent focus:translate-y-0 print:hidden max-md:py-3"
    >
      Skip to content
    </a>
  );
}

export interface ShellProps {
  user: CurrentUser;
  loggingOut: boolean;
  onLogout: () => void;
  /** Header content next to the sidebar's toggle. */
  search: ReactNode;
  /** Header control before the theme's. */
  activity: ReactNode;
  children: ReactNode;
}

export function Shell({ user, loggingOut, onLogout, search, activity, children }: ShellProps) {
  const sidebar = useSidebar();
  return (
    <div className="flex min-h-[calc(100dvh-var(--banner))] print:block">
      <SkipLink />
      <Sidebar user={user} state={sidebar} />
      <div className="flex min-w-0 flex-1 flex-col print:block">
        <header className="sticky top-(--banner) z-20 flex h-14 shrink-0 items-center gap-1 border-b border-line bg-canvas px-2 md:px-4 print:hidden">
          <IconButton
            icon={PanelLeft}
            label="Toggle sidebar"
            side="bottom"
            className="md:-ml-1.5"
            aria-expanded={sidebar.phone ? sidebar.sheet : sidebar.wide}
            onClick={sidebar.toggle}
          />
          {search}
          <div className="ml-auto flex min-w-0 items-center gap-2 pr-2">
            <span className="truncate text-13 font-medium" title={user.username}>
              {user.username}
            </span>
            {user.isAdmin && (
              <Badge dot={false} className="shrink-0 max-md:sr-only">
                Admin
              </Badge>
            )}
          </div>
          {activity}
          <ThemeControl />
          <Button
            variant="quiet"
            size="small"
            icon={LogOut}
            className="ml-1 max-md:px-2 max-md:[&_.animate-spin]:hidden max-md:[&_svg]:hidden"
            pending={loggingOut}
            pendingText="Logging out..."
            onClick={onLogout}
          >
            Logout
          </Button>
        </header>
        <main id={CONTENT} tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </main>
      </div>
    </div>
  );
}

export function SignedOutShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--banner))] flex-col">
      <SkipLink />
      <header className="flex h-14 shrink-0 items-center justify-between border-b border-line px-4 md:px-6">
        <div className="flex items-center gap-2.5">
          <BrandMark />
          <p className="text-14 font-semibold tracking-tight">Lead Manager</p>
        </div>
        <ThemeControl />
      </header>
      <main id={CONTENT} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  );
}

function ThemeControl() {
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={dark ? 'Use light theme' : 'Use dark theme'}
      side="bottom"
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}

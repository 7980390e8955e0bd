import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { CurrentUser } from '#contract/current-user.ts';
import { healthz } from '#contract/health.ts';
import { lazyPart } from '../../lib/load-code.ts';
import { queryOf } from '../../lib/query.ts';
import { cx } from '../../ui/cx.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { navigationOf } from './navigation.ts';
import type { SidebarState } from './sidebar-state.ts';

// Loaded lazily, because only phones use the sheet.
const LazySheet = lazy(async () => ({ default: (await import('../../ui/sheet.tsx')).Sheet }));

const LazyOverdueLink = lazyPart(async () => (await import('./overdue-link.tsx')).OverdueLink);

interface ItemsProps {
  user: CurrentUser;
  /** False shows icons with tooltips. */
  labelled: boolean;
  onFollow?: () => void;
}

const ITEM = cx(
  'flex h-8 items-center gap-2.5 rounded-control px-2 text-13 font-medium text-muted transition-colors',
  'hover:bg-hover hover:text-text max-md:h-11 max-md:text-14',
  'aria-[current=page]:bg-accent-tint aria-[current=page]:text-text aria-[current=page]:[&_svg]:text-accent',
);

function Items({ user, labelled, onFollow }: ItemsProps) {
  return navigationOf(user).map((group) => (
    <section key={group.label} aria-label={group.label} className="px-2 pb-3">
      <h2 className={cx('flex h-8 items-center px-2 text-12 font-medium text-muted', !labelled && 'sr-only')}>
        {group.label}
      </h2>
      {!labelled && <div className="mx-1 mb-2 border-t border-line" />}
      <ul className="flex flex-col gap-px">
        {group.items.map(({ to, label, icon: Icon }) => (
          <li key={to} className="relative">
            <Tooltip text={label} side="right" disabled={labelled}>
              <Link
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                className={ITEM}
                {...(onFollow && { onClick: onFollow })}
              >
                <Icon className="size-4 shrink-0" aria-hidden />
                <span className={labelled ? 'truncate' : 'sr-only'}>{label}</span>
              </Link>
            </Tooltip>
            {to === '/leads' && (
              <Suspense fallback={null}>
                <LazyOverdueLink labelled={labelled} {...(onFollow && { onFollow })} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Title({ labelled }: { labelled: boolean }) {
  return (
    <div className={cx('flex h-14 shrink-0 items-center gap-2.5', labelled ? 'px-4' : 'justify-center')}>
      <BrandMark />
      <div className={labelled ? 'min-w-0 leading-tight' : 'sr-only'}>
        <p className="truncate text-14 font-semibold tracking-tight">Lead Manager</p>
        <p className="truncate text-12 text-muted">Scalable System</p>
      </div>
    </div>
  );
}

/** Navigation: a collapsible column, or a sheet on phones. */
export function Sidebar({ user, state }: { user: CurrentUser; state: SidebarState }) {
  const { phone, wide, sheet, setSheet } = state;
  if (phone && !sheet) return null;
  if (phone) {
    return (
      <Suspense fallback={null}>
        <LazySheet
          onClose={() => setSheet(false)}
          side="left"
          title="Navigation"
          titleHidden
          className="w-[18rem] bg-canvas"
        >
          <Title labelled />
          <nav aria-label="Main">
            <Items user={user} labelled onFollow={() => setSheet(false)} />
          </nav>
        </LazySheet>
      </Suspense>
    );
  }
  return (
    <nav
      aria-label="Main"
      data-state={wide ? 'expanded' : 'collapsed'}
      className={cx(
        'sticky top-(--banner) flex h-[calc(100dvh-var(--banner))] shrink-0 flex-col overflow-hidden border-r border-line transition-[width] print:hidden',
        wide ? 'w-[16rem]' : 'w-[3rem]',
      )}
    >
      <Title labelled={wide} />
      <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto pt-1 [scrollbar-width:thin]">
        <Items user={user} labelled={wide} />
      </div>
      {wide && (
        <p
          className="truncate border-t border-line px-4 py-3 text-12 text-muted"
          title={user.organization.name}
        >
          {user.organization.name}
          <Version />
        </p>
      )}
    </nav>
  );
}

function Version() {
  const { data } = useQuery(queryOf(healthz, {}));
  return data ? <span className="mt-0.5 block truncate text-12">Version {data.version}</span> : null;
}

/** Logo: rows, one of which became a person. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx('size-7 shrink-0', className)}>
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <g className="fill-on-accent">
        <rect x="5" y="5.6" width="9" height="2.4" rx="1.2" opacity=".5" />
        <circle cx="7.2" cy="12" r="2.2" />
        <rect x="10.8" y="10.8" width="8.2" height="2.4" rx="1.2" />
        <rect x="5" y="16" width="11" height="2.4" rx="1.2" opacity=".5" />
      </g>
    </svg>
  );
}

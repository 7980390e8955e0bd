import { UserPlus } from 'lucide-react';
import type { Organization } from '#contract/organizations.ts';
import { formatDate, formatDateTime, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

interface OrganizationCardProps {
  organization: Organization;
  /** The user's own organization. */
  own: boolean;
  onAddAdmin: () => void;
}

const COUNTS = [
  ['Users', 'users'],
  ['Admins', 'admins'],
  ['Leads', 'leads'],
  ['Imports', 'imports'],
] as const;

/** Organization with its counts. */
export function OrganizationCard({ organization, own, onAddAdmin }: OrganizationCardProps) {
  const { name, createdAt } = organization;
  return (
    <Card
      className="[&>header]:flex-nowrap"
      title={<span className="wrap-anywhere">{name}</span>}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
          <span>
            Created{' '}
            <time dateTime={createdAt} title={formatDateTime(createdAt)}>
              {formatDate(createdAt)}
            </time>
          </span>
          {own && <Badge dot={false}>Yours</Badge>}
        </span>
      }
      actions={
        <Button size="small" icon={UserPlus} aria-label={`Add Admin to ${name}`} onClick={onAddAdmin}>
          Add Admin
        </Button>
      }
    >
      <dl className="grid grid-cols-4 gap-3 border-t border-line pt-3">
        {COUNTS.map(([label, key]) => (
          <div key={key} className="min-w-0">
            <dt className="truncate text-12 text-muted">{label}</dt>
            <dd
              className={cx(
                'text-20 font-semibold wrap-anywhere tabular-nums',
                organization[key] === 0 && 'text-muted',
              )}
            >
              {formatNumber(organization[key])}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Placeholder of a loading card. */
export function OrganizationCardSkeleton() {
  return (
    <Card>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-2 mb-6 h-3 w-28" />
      <Skeleton className="h-14 w-full" />
    </Card>
  );
}

import { UserPlus } from 'lucide-react';
import type { Organization } from '#contract/organizations.ts';
import { formatDate, formatDateTime, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface OrganizationCardProps {
  organization: Organization;
  /** True for the signed-in user's organization. */
  own: boolean;
  onAddAdmin: () => void;
}

const COUNTS = [
  ['Users', 'users'],
  ['Admins', 'admins'],
  ['Leads', 'leads'],
  ['Imports', 'imports'],
] as const;

/** Shows an organization with its counts. */
export function OrganizationCard({ organization, own, onAddAdmin }: OrganizationCardProps) {
  const { name, createdAt } = organization;
  return (
    <Card
      className="flex flex-col *:last:mt-auto"
      title={
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate" title={name}>
            {name}
          </span>
          {own && (
            <Badge dot={false} className="shrink-0">
              Yours
            </Badge>
          )}
        </span>
      }
      subtitle={
        <span className="text-13">
          Created{' '}
          <time dateTime={createdAt} title={formatDateTime(createdAt)}>
            {formatDate(createdAt)}
          </time>
        </span>
      }
      footer={
        <div className="flex justify-end">
          <Button size="small" icon={UserPlus} aria-label={`Add Admin to ${name}`} onClick={onAddAdmin}>
            Add Admin
          </Button>
        </div>
      }
    >
      <dl className="grid grid-cols-4 gap-3">
        {COUNTS.map(([label, key]) => (
          <div key={key} className="min-w-0">
            <dt className="truncate text-12 text-muted">{label}</dt>
            <dd
              className="truncate text-16 font-semibold tabular-nums"
              title={formatNumber(organization[key])}
            >
              {formatNumber(organization[key])}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Renders a placeholder for a card while it loads. */
export function OrganizationCardSkeleton() {
  return (
    <Card>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-2 mb-6 h-3 w-28" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="mt-6 h-7 w-full" />
    </Card>
  );
}

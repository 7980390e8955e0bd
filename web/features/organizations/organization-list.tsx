import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organization } from '#contract/organizations.ts';
import { requestIdOf } from '../../lib/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { AddAdminDialog } from './add-admin-dialog.tsx';
import { CreateOrganizationForm } from './create-organization-form.tsx';
import { OrganizationCard, OrganizationCardSkeleton } from './organization-card.tsx';
import { organizationsQuery } from './queries.ts';

const SKELETONS = ['a', 'b', 'c'];

/** Creation form and existing organizations. */
export function OrganizationList({ ownId }: { ownId: string }) {
  const { data, error, isFetching, refetch } = useQuery(organizationsQuery);
  const [chosen, setChosen] = useState<Organization | null>(null);
  if (data === undefined && error) {
    return (
      <Card>
        <ErrorState
          title="Failed to fetch organizations"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  return (
    <>
      <Card className="mb-4 max-w-[56rem]">
        <CreateOrganizationForm />
      </Card>
      <ul
        aria-label="Organizations"
        aria-busy={isFetching}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-4"
      >
        {data === undefined &&
          SKELETONS.map((key) => (
            <li key={key}>
              <OrganizationCardSkeleton />
            </li>
          ))}
        {data?.map((organization) => (
          <li key={organization.id} className="grid min-w-0">
            <OrganizationCard
              organization={organization}
              own={organization.id === ownId}
              onAddAdmin={() => setChosen(organization)}
            />
          </li>
        ))}
      </ul>
      {chosen && <AddAdminDialog organization={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Undo2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { TRASH_DAYS } from '#contract/limits.ts';
import type { Organization } from '#contract/organizations.ts';
import { messageOf } from '../../lib/api-error.ts';
import { showAtField } from '../../lib/field-error.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { Moment } from '../../lib/moment.tsx';
import { QueryError } from '../../lib/query-error.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AddAdminDialog, DeleteOrganizationDialog } from './organization-dialogs.tsx';
import {
  organizationsQuery,
  useCreateOrganization,
  useRenameOrganization,
  useRestoreOrganization,
} from './queries.ts';

interface OrganizationCardProps {
  organization: Organization;
  /** The user's own organization. */
  own: boolean;
  onAddAdmin: () => void;
  onRename: () => void;
  onDelete: () => void;
}

const DAY_MS = 86_400_000;

const COUNTS = [
  ['Users', 'users'],
  ['Admins', 'admins'],
  ['Leads', 'leads'],
  ['Imports', 'imports'],
] as const;

function endOfBin(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS).toISOString();
}

function OrganizationCard({ organization, own, onAddAdmin, onRename, onDelete }: OrganizationCardProps) {
  const { name, createdAt, deletedAt } = organization;
  const restore = useRestoreOrganization(organization);
  return (
    <Card
      className="[&>header]:flex-nowrap"
      title={<span className="wrap-anywhere">{name}</span>}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
          <span>
            Created <Moment day time={createdAt} />
          </span>
          {own && <Badge dot={false}>Yours</Badge>}
          {deletedAt !== null && (
            <span className="text-negative">Deleted for good on {formatDate(endOfBin(deletedAt))}</span>
          )}
        </span>
      }
      actions={
        deletedAt !== null ? (
          <Button
            size="small"
            icon={Undo2}
            aria-label={`Restore ${name}`}
            onClick={() => restore.mutate()}
            pending={restore.isPending}
            pendingText="Restoring..."
          >
            Restore
          </Button>
        ) : (
          <>
            <Button size="small" icon={UserPlus} aria-label={`Add Admin to ${name}`} onClick={onAddAdmin}>
              Add Admin
            </Button>
            {!own && (
              <>
                <IconButton icon={Pencil} label={`Rename ${name}`} onClick={onRename} />
                <IconButton icon={Trash2} label={`Delete ${name}`} onClick={onDelete} />
              </>
            )}
          </>
        )
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

function OrganizationCardSkeleton() {
  return (
    <Card>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-2 mb-6 h-3 w-28" />
      <Skeleton className="h-14 w-full" />
    </Card>
  );
}

const NAME_LENGTH = 100;

function CreateOrganizationForm() {
  const create = useCreateOrganization();
  const { register, handleSubmit, reset, setFocus, formState } = useForm({ defaultValues: { name: '' } });
  const submit = handleSubmit(({ name }) =>
    create.mutate(name.trim(), { onSuccess: () => reset(), onSettled: () => setFocus('name') }),
  );
  const refused = create.error ? messageOf(create.error) : undefined;
  return (
    <form
      noValidate
      aria-label="Create an organization"
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap items-start gap-3"
    >
      <Field
        label="Organization name"
        error={formState.errors.name?.message ?? refused}
        className="min-w-56 flex-1 max-md:basis-full"
      >
        <TextInput
          {...register('name', {
            onChange: () => create.reset(),
            validate: (name) => name.trim() !== '' || 'Enter a name',
          })}
          maxLength={NAME_LENGTH}
          autoComplete="off"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        icon={Plus}
        className="max-md:w-full md:mt-[1.625rem]"
        pending={create.isPending}
        pendingText="Creating..."
      >
        Create Organization
      </Button>
    </form>
  );
}

const SKELETONS = ['a', 'b', 'c'];

export function OrganizationList({ ownId }: { ownId: string }) {
  const query = useQuery(organizationsQuery);
  const { data, error, isFetching } = query;
  const [chosen, setChosen] = useState<Organization | null>(null);
  const [renamed, setRenamed] = useState<Organization | null>(null);
  const [deleted, setDeleted] = useState<Organization | null>(null);
  if (data === undefined && error)
    return <QueryError card title="Failed to fetch organizations" query={query} />;
  return (
    <>
      <Card className="mb-4 max-w-[56rem]">
        <CreateOrganizationForm />
      </Card>
      <ul
        aria-label="Organizations"
        aria-busy={isFetching}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(23rem,100%),1fr))] gap-4"
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
              onRename={() => setRenamed(organization)}
              onDelete={() => setDeleted(organization)}
            />
          </li>
        ))}
      </ul>
      {chosen && <AddAdminDialog organization={chosen} onClose={() => setChosen(null)} />}
      {renamed && <RenameOrganizationDialog organization={renamed} onClose={() => setRenamed(null)} />}
      {deleted && <DeleteOrganizationDialog organization={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

interface RenameOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

function RenameOrganizationDialog({ organization, onClose }: RenameOrganizationDialogProps) {
  const rename = useRenameOrganization(organization);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: organization });
  const submit = handleSubmit(({ name }) =>
    rename.mutate(name.trim(), {
      onSuccess: onClose,
      onError: (error) => showAtField(error, setError, ['name'], 'name'),
    }),
  );
  return (
    <ActionDialog
      onClose={onClose}
      title="Rename Organization"
      action="Rename"
      pending={rename.isPending}
      pendingText="Renaming..."
      onAction={() => void submit()}
    >
      <Field label="Organization name" error={formState.errors.name?.message}>
        <TextInput
          {...register('name', { validate: (name) => name.trim() !== '' || 'Enter a name' })}
          maxLength={100}
          autoComplete="off"
        />
      </Field>
    </ActionDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Globe, Plus, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addIpEntry, type IpEntry } from '#contract/ip-whitelist.ts';
import { messageOf } from '../../lib/api-error.ts';
import { checkedBy, showAtField } from '../../lib/field-error.ts';
import { formatDate } from '../../lib/format.ts';
import { QueryContent } from '../../lib/query-error.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ipEntriesQuery, myIpQuery, useAddIp, useRemoveIp, useUpdateIp } from './ip-queries.ts';

/** Allowed addresses; `editable` for administrators. */
export function IpWhitelistCard({ editable }: { editable: boolean }) {
  const query = useQuery(ipEntriesQuery);
  const { data } = query;
  const update = useUpdateIp();
  const [leaving, setLeaving] = useState<IpEntry | null>(null);
  return (
    <Card
      title="IP Whitelist"
      subtitle="Only these addresses can sign in or use the API. An empty list allows all addresses."
      padded={false}
      {...(editable && data !== undefined && { footer: <AddIpForm /> })}
    >
      {!editable && (
        <div className="px-5 pb-4">
          <Notice>Only administrators can change the IP whitelist.</Notice>
        </div>
      )}
      {update.error && (
        <div className="px-5 pb-4">
          <Notice
            tone="negative"
            action={
              <IconButton icon={X} label="Dismiss" className="-my-1.5" onClick={() => update.reset()} />
            }
          >
            {messageOf(update.error)}
          </Notice>
        </div>
      )}
      <QueryContent
        query={query}
        title="Failed to fetch the IP whitelist"
        loading={<SkeletonLines widths={['w-48', 'w-36']} className="px-5 pb-5" />}
      >
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState
              icon={Globe}
              className="pt-4 pb-10"
              title="No IP addresses yet"
              text="All IP addresses are allowed. The first active entry blocks all other addresses."
            />
          ) : (
            <ul aria-label="IP whitelist">
              {entries.map((entry) => (
                <IpEntryRow
                  key={entry.id}
                  entry={entry}
                  editable={editable}
                  busy={update.isPending && update.variables.entry.id === entry.id}
                  onActive={(isActive) => update.mutate({ entry, isActive })}
                  onRemove={() => setLeaving(entry)}
                />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {leaving && (
        <RemoveIpDialog
          entry={leaving}
          last={leaving.isActive && data?.filter(({ isActive }) => isActive).length === 1}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  );
}

interface IpEntryRowProps {
  entry: IpEntry;
  editable: boolean;
  busy: boolean;
  onActive: (isActive: boolean) => void;
  onRemove: () => void;
}

function IpEntryRow({ entry, editable, busy, onActive, onRemove }: IpEntryRowProps) {
  const { ipAddress, description, isActive, createdAt, createdBy } = entry;
  const added = `Added ${formatDate(createdAt)}${createdBy === null ? '' : ` by ${createdBy}`}`;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 pr-3 pl-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-mono text-14 break-all">{ipAddress}</span>
          <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        </p>
        {description !== null && <p className="text-13 break-words">{description}</p>}
        <p className="truncate text-12 text-muted" title={added}>
          {added}
        </p>
      </div>
      {editable && (
        <>
          <Switch
            checked={isActive}
            disabled={busy}
            label={<span className="sr-only">{`${ipAddress} is active`}</span>}
            onChange={onActive}
          />
          <IconButton icon={Trash2} label={`Remove ${ipAddress}`} side="left" onClick={onRemove} />
        </>
      )}
    </li>
  );
}

interface RemoveIpDialogProps {
  entry: IpEntry;
  /** No other entry is active. */
  last: boolean;
  onClose: () => void;
}

function RemoveIpDialog({ entry, last, onClose }: RemoveIpDialogProps) {
  const remove = useRemoveIp();
  return (
    <ActionDialog
      onClose={onClose}
      title="Remove IP Address"
      description={`Remove ${entry.ipAddress}${entry.description === null ? '' : ` (${entry.description})`} from the whitelist?`}
      action="Remove"
      destructive
      pending={remove.isPending}
      pendingText="Removing..."
      onAction={() => remove.mutate(entry, { onSuccess: onClose })}
    >
      {remove.error ? (
        <Notice tone="negative">{messageOf(remove.error)}</Notice>
      ) : (
        <p className="text-14">{consequence(entry, last)}</p>
      )}
    </ActionDialog>
  );
}

function consequence({ isActive }: IpEntry, last: boolean): string {
  if (!isActive) return "It's inactive, so nothing changes for anyone.";
  return last
    ? "It's the only active entry. Without it, any address can sign in."
    : 'Anyone using it is signed out immediately.';
}

const EMPTY = { ipAddress: '', description: '' };
const { shape } = addIpEntry.input.body;

function AddIpForm() {
  const add = useAddIp();
  const myIp = useQuery(myIpQuery).data?.ip;
  const { register, handleSubmit, setError, setFocus, setValue, reset, formState } = useForm({
    defaultValues: EMPTY,
  });
  const submit = handleSubmit((entry) => {
    const description = entry.description.trim();
    add.mutate(
      { ipAddress: entry.ipAddress.trim(), ...(description !== '' && { description }) },
      {
        onSuccess: () => {
          reset(EMPTY);
          setFocus('ipAddress');
        },
        onError: (error) => showAtField(error, setError, ['ipAddress', 'description'], 'ipAddress'),
      },
    );
  });
  const { ipAddress, description } = formState.errors;
  return (
    <form
      noValidate
      aria-label="Add an IP address"
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap items-start gap-3"
    >
      <Field
        label="IP address"
        help="An IPv4 or IPv6 address, or a network such as 203.0.113.0/24"
        error={ipAddress?.message}
        className="min-w-48 flex-1 max-md:basis-full"
      >
        <TextInput
          {...register('ipAddress', { validate: checkedBy(shape.ipAddress) })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <Field
        label="Description"
        optional
        error={description?.message}
        className="min-w-48 flex-1 max-md:basis-full"
      >
        <TextInput
          {...register('description', { validate: checkedBy(shape.description) })}
          maxLength={200}
          autoComplete="off"
          placeholder="e.g. Office"
        />
      </Field>
      <div className="flex basis-full flex-wrap justify-end gap-2">
        {myIp !== undefined && (
          <Button
            variant="quiet"
            onClick={() => {
              setValue('ipAddress', myIp);
              setFocus('description');
            }}
          >
            Use My Current IP
          </Button>
        )}
        <Button type="submit" variant="primary" icon={Plus} pending={add.isPending} pendingText="Adding...">
          Add IP
        </Button>
      </div>
    </form>
  );
}

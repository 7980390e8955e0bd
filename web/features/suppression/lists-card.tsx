import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  createSuppressionList,
  deleteSuppressionList,
  type SuppressionList,
} from '#contract/suppressions.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { showReason } from '../../lib/show-failure.ts';
import { refreshSuppression } from '../../lib/suppression.ts';
import { useAsked } from '../../lib/use-asked.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { listsQuery } from './queries.ts';

const TABLE_WIDTH = 420;

interface ListsCardProps {
  /** Id of the list whose entries are shown; undefined for all. */
  chosen: string | undefined;
  editable: boolean;
  onChoose: (id: string | undefined) => void;
}

/** Suppression lists with their sizes; choosing one shows its entries. */
export function ListsCard({ chosen, editable, onChoose }: ListsCardProps) {
  const query = useQuery(listsQuery);
  const { data, error } = query;
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<SuppressionList | null>(null);
  const toggle = (id: string) => onChoose(id === chosen ? undefined : id);
  return (
    <Card
      title="Lists"
      padded={false}
      {...(editable && {
        actions: (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            Add List
          </Button>
        ),
      })}
    >
      {error && data === undefined ? (
        <QueryError title="Failed to fetch suppression lists" query={query} />
      ) : (
        <RecordTable
          flush
          label="Suppression lists"
          records={data}
          keyOf={({ id }) => id}
          tableWidth={TABLE_WIDTH}
          placeholders={2}
          isSelected={({ id }) => id === chosen}
          columns={[
            {
              label: 'List',
              onCard: 'title',
              rowHeader: true,
              className: 'w-full max-w-0 min-w-40',
              value: ({ id, name }) => (
                <button
                  type="button"
                  aria-pressed={id === chosen}
                  className={cx(
                    'max-w-full truncate text-left font-medium underline-offset-2 hover:underline max-md:min-h-11',
                    id === chosen && 'text-accent',
                  )}
                  onClick={() => toggle(id)}
                >
                  {name}
                </button>
              ),
            },
            {
              label: 'Counts For',
              className: 'whitespace-nowrap',
              cellClassName: 'text-muted',
              value: ({ customerNumber }) =>
                customerNumber === null ? 'Everyone' : `Sales to ${customerNumber}`,
            },
            { label: 'Entries', numeric: true, value: ({ entries }) => formatNumber(entries) },
            ...(editable
              ? [
                  {
                    label: 'Actions',
                    onCard: 'actions' as const,
                    value: (list: SuppressionList) =>
                      list.isDefault ? null : (
                        <IconButton
                          icon={Trash2}
                          label={`Delete ${list.name}`}
                          onClick={() => setDeleting(list)}
                        />
                      ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {adding && <AddListDialog onClose={() => setAdding(false)} />}
      {deleting && (
        <DeleteListDialog
          list={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => deleting.id === chosen && onChoose(undefined)}
        />
      )}
    </Card>
  );
}

function AddListDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [customer, setCustomer] = useState('');
  const [asked, ask] = useAsked();
  const add = useMutation({
    mutationFn: () =>
      callApi(createSuppressionList, {
        body: { name: name.trim(), customerNumber: customer.trim() || null },
      }),
    onSuccess: (list) => {
      toast({ title: 'List added', description: list.name });
      refreshSuppression(client);
      onClose();
    },
    onError: (error) => showReason(error, "Couldn't add the list"),
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Add List"
      action="Add List"
      pending={add.isPending}
      pendingText="Adding..."
      onAction={(form) => (name.trim() === '' ? ask(form) : add.mutate())}
    >
      <Field label="Name" error={asked && name.trim() === '' ? 'Enter a name' : undefined}>
        <TextInput
          autoComplete="off"
          maxLength={100}
          placeholder="e.g. Opted out by phone"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        label="Customer Number"
        optional
        help="The list then counts only when leads are sold to, exported for or delivered to this customer."
      >
        <TextInput
          autoComplete="off"
          maxLength={200}
          placeholder="e.g. C-1042"
          value={customer}
          onChange={(event) => setCustomer(event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}

interface DeleteListDialogProps {
  list: SuppressionList;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteListDialog({ list, onClose, onDeleted }: DeleteListDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => callApi(deleteSuppressionList, { params: { id: list.id } }),
    onSuccess: () => {
      toast({ title: 'List deleted', description: list.name });
      onDeleted();
      refreshSuppression(client);
      onClose();
    },
    onError: (error) => showReason(error, "Couldn't delete the list"),
  });
  const isEmpty = list.entries === 0;
  return (
    <ActionDialog
      onClose={onClose}
      title="Delete List"
      description={
        isEmpty
          ? `Delete the list "${list.name}"? It's empty.`
          : `Delete the list "${list.name}" with ${formatCount(list.entries, 'entry', 'entries')}? These people can be imported and sold again, unless another list has them. This can't be undone.`
      }
      action="Delete List"
      destructive
      pending={remove.isPending}
      pendingText="Deleting..."
      onAction={() => remove.mutate()}
    />
  );
}

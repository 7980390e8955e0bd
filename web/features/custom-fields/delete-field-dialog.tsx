import { useQuery } from '@tanstack/react-query';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { usageQuery, useDeleteField } from './queries.ts';

interface DeleteFieldDialogProps {
  field: CustomFieldEntity;
  onClose: () => void;
}

/** Confirms deletion with the number of affected leads. */
export function DeleteFieldDialog({ field, onClose }: DeleteFieldDialogProps) {
  const usage = useQuery(usageQuery(field.id));
  const remove = useDeleteField();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete Custom Field"
      description={<span className="break-words">Delete the field "{field.name}"?</span>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="destructive"
            disabled={usage.data === undefined}
            pending={remove.isPending}
            pendingText="Deleting..."
            onClick={() => remove.mutate(field, { onSettled: onClose })}
          >
            Delete
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="min-h-10 text-14">
        {usage.isPending && <Spinner label="Counting leads" className="text-muted" />}
        {usage.error && (
          <p className="text-negative">
            Couldn't count the leads that use this field.{' '}
            <button
              type="button"
              className="underline underline-offset-2"
              onClick={() => void usage.refetch()}
            >
              Try Again
            </button>
          </p>
        )}
        {usage.data && <Consequence leads={usage.data.leads} />}
      </div>
    </Dialog>
  );
}

function Consequence({ leads }: { leads: number }) {
  if (leads === 0) return <p>No leads use this field.</p>;
  return (
    <p>
      <strong className="font-semibold tabular-nums">
        {leads === 1 ? '1 lead has' : `${formatNumber(leads)} leads have`}
      </strong>{' '}
      a value in this field. {leads === 1 ? 'It' : 'The values'} will be deleted with it and can't be
      restored.
    </p>
  );
}

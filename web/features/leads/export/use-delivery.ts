import { useRef, useState } from 'react';
import type { BulkOperation } from '#contract/bulk.ts';
import { deliveryFile, startDelivery } from '#contract/deliveries.ts';
import type { SaleTerms } from '#contract/sale-terms.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { followOperation, operationToast } from '../../../lib/operations.ts';
import { queryClient } from '../../../lib/query.ts';
import { toast } from '../../../ui/toast-store.ts';
import { undoAction } from '../bulk/run-bulk-action.ts';
import { refreshLeads } from '../queries.ts';
import type { ExportChoice, ExportSource } from './export-choice.ts';
import { downloadLeads } from './use-export.ts';

export interface DeliveredTo {
  customerNumber: string;
  terms: SaleTerms;
}

export interface UseDelivery {
  onDone: () => void;
  /** Called if the server requires the password; `run` then continues. */
  onUnverified: () => void;
}

/**
 * Sells leads and downloads exactly these; closing the dialog doesn't stop the sale. After a failed
 * download, the next run retries the same sale's file.
 */
export function useDelivery({ onDone, onUnverified }: UseDelivery) {
  const [running, setRunning] = useState(false);
  const [moved, setMoved] = useState<{ now: BulkOperation; at: number } | null>(null);
  const [sold, setSold] = useState<BulkOperation | null>(null);
  // Verification between sale and download still calls an earlier render's `run`.
  const sale = useRef<BulkOperation>(null);

  async function sell(source: ExportSource, choice: ExportChoice, to: DeliveredTo): Promise<BulkOperation> {
    if (sale.current !== null) return sale.current;
    const started = await callApi(startDelivery, { body: bodyOf(source, choice, to) });
    setMoved({ now: started, at: Date.now() });
    const ended = await followOperation(started, (now) => setMoved({ now, at: Date.now() }));
    refreshLeads(queryClient);
    sale.current = ended;
    return ended;
  }

  async function deliver(ended: BulkOperation) {
    if (ended.changed === 0) {
      toast(operationToast('No leads marked as sold', ended));
      return onDone();
    }
    setSold(ended);
    await downloadLeads(deliveryFile, { params: { id: ended.id } });
    const undo = undoAction(ended.id);
    toast(
      ended.status === 'failed'
        ? {
            ...{ tone: 'destructive', title: "The sale didn't finish", ...undo },
            description: 'The file contains only the leads that were marked as sold.',
          }
        : { ...operationToast('Exported and marked as sold', ended), ...undo },
    );
    onDone();
  }

  function failed(error: unknown) {
    if (error instanceof ApiError && error.status === 403) return onUnverified();
    const description =
      sale.current === null
        ? messageOf(error, 'Failed to export leads. Please try again.')
        : 'The leads are marked as sold. Download the file again, here or from the customer.';
    toast({ tone: 'destructive', title: 'Export failed', description });
  }

  async function run(source: ExportSource, choice: ExportChoice, to: DeliveredTo) {
    setRunning(true);
    try {
      await deliver(await sell(source, choice, to));
    } catch (error) {
      failed(error);
    } finally {
      setRunning(false);
    }
  }

  return {
    running,
    /** Null before the sale starts. */
    moved,
    /** Sale whose file isn't downloaded yet. */
    sold,
    run: (source: ExportSource, choice: ExportChoice, to: DeliveredTo) => void run(source, choice, to),
  };
}

function bodyOf(
  { filter, sort, selection }: ExportSource,
  { limit, format, columns }: ExportChoice,
  { customerNumber, terms }: DeliveredTo,
) {
  return {
    selection: selection?.target ?? { filter },
    limit: selection !== undefined || limit === 'all' ? ('all' as const) : Number(limit),
    ...{ customerNumber, ...terms, format, ...sort },
    ...(columns && { columns: [...columns] }),
  };
}

import { useCallback, useRef, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast-store.ts';
import { downloadLeads, type Exported } from './download.ts';
import type { ExportChoice } from './export-choice.ts';

export interface UseExport {
  invalidPhones: boolean;
  onDone: () => void;
  /** Called when the server requires the password first. */
  onUnverified: () => void;
}

/** Runs an export, reports the result in a toast, and aborts it on cancellation. */
export function useExport({ invalidPhones, onDone, onUnverified }: UseExport) {
  const [exporting, setExporting] = useState(false);
  const running = useRef<AbortController>(null);

  function failed(error: unknown, signal: AbortSignal) {
    if (signal.aborted) return;
    if (error instanceof ApiError && error.status === 403) {
      onUnverified();
      return;
    }
    const leads = invalidPhones ? 'invalid phone leads' : 'leads';
    toast({
      tone: 'destructive',
      title: 'Export failed',
      description: `Failed to export ${leads}. Please try again.`,
    });
    onDone();
  }

  async function run(filter: LeadFilter, { limit, format }: ExportChoice) {
    const control = new AbortController();
    running.current = control;
    setExporting(true);
    try {
      const phones = invalidPhones && { phoneValid: 'invalid' as const };
      toast(doneToast(await downloadLeads({ ...filter, ...phones, limit, format }, control.signal)));
      onDone();
    } catch (error) {
      failed(error, control.signal);
    } finally {
      setExporting(false);
    }
  }

  const cancel = useCallback(() => running.current?.abort(), []);
  return { exporting, run: (filter: LeadFilter, choice: ExportChoice) => void run(filter, choice), cancel };
}

function doneToast({ exported, matching }: Exported): { title: string; description?: string } {
  const title = 'Leads exported';
  if (exported === null || matching === null) return { title };
  return { title, description: `${formatNumber(exported)} of ${formatCount(matching, 'matching lead')}` };
}

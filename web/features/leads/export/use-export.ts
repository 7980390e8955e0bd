import { useCallback, useRef, useState } from 'react';
import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { exportLeads, exportSelection } from '#contract/exports.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { saveReply } from '../../../lib/save-file.ts';
import { showFailure } from '../../../lib/show-failure.ts';
import { type ToastMessage, toast } from '../../../ui/toast-store.ts';
import type { ExportChoice, ExportSource } from './export-choice.ts';

export interface UseExport {
  invalidPhones: boolean;
  onDone: () => void;
  /** Called if the server requires the password. */
  onUnverified: () => void;
}

/** Runs a cancelable export and reports it in a toast. */
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
    showFailure('Export failed', `Failed to export ${leads}. Please try again.`);
    onDone();
  }

  async function run(source: ExportSource, choice: ExportChoice) {
    const control = new AbortController();
    running.current = control;
    setExporting(true);
    try {
      const exported = await download(source, choice, { invalidPhones, signal: control.signal });
      toast(doneToast(exported, source.selection !== undefined));
      onDone();
    } catch (error) {
      failed(error, control.signal);
    } finally {
      setExporting(false);
    }
  }

  const cancel = useCallback(() => running.current?.abort(), []);
  return {
    exporting,
    run: (source: ExportSource, choice: ExportChoice) => void run(source, choice),
    cancel,
  };
}

function download(
  { filter, sort, selection }: ExportSource,
  { limit, format, columns, includeSuppressed = false }: ExportChoice,
  { invalidPhones, signal }: { invalidPhones: boolean; signal: AbortSignal },
): Promise<Exported> {
  const whole = includeSuppressed && { includeSuppressed: 'true' as const };
  if (selection !== undefined) {
    const chosen = columns && { columns: [...columns] };
    const body = { selection: selection.target, format, ...sort, ...chosen, ...whole };
    return downloadLeads(exportSelection, { body }, signal);
  }
  const phones = invalidPhones && { phoneValid: 'invalid' as const };
  const chosen = columns && { columns: JSON.stringify(columns) };
  return downloadLeads(
    exportLeads,
    { query: { ...filter, ...phones, limit, format, ...sort, ...chosen, ...whole } },
    signal,
  );
}

function doneToast({ exported, matching, suppressed, noConsent }: Exported, selected: boolean): ToastMessage {
  const title = 'Leads exported';
  const left = [
    suppressed ? `, ${formatNumber(suppressed)} on a suppression list left out` : '',
    noConsent ? `, ${formatNumber(noConsent)} left out without consent` : '',
  ].join('');
  if (exported === null || matching === null) return { title };
  if (exported === 0) {
    return {
      tone: 'neutral',
      title: 'No leads exported',
      description: `The file has only its header row${left}.`,
    };
  }
  if (selected) return { title, description: formatCount(exported, 'lead') + left };
  const share = `${formatNumber(exported)} of ${formatCount(matching, 'matching lead')}`;
  return { title, description: share + left };
}

/** Exported and matching leads; null if the answer doesn't say. */
interface Exported {
  exported: number | null;
  matching: number | null;
  /** Left out because they are on a suppression list. */
  suppressed: number | null;
  /** Left out for lack of a required consent. */
  noConsent: number | null;
}

/**
 * Downloads a file of leads. @throws ApiError when the server refuses, fetch's error when the
 * connection breaks or `signal` aborts
 */
export async function downloadLeads<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
): Promise<Exported> {
  const headers = await saveReply(endpoint, input, signal);
  return {
    exported: countIn(headers, 'x-exported-count'),
    matching: countIn(headers, 'x-total-count'),
    suppressed: countIn(headers, 'x-suppressed-count'),
    noConsent: countIn(headers, 'x-no-consent-count'),
  };
}

function countIn(headers: Headers, header: string): number | null {
  const text = headers.get(header);
  return text === null ? null : Number(text);
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SentTo } from '#contract/endpoint.ts';
import { type CallOutcome, logCall } from '#contract/lead-owners.ts';
import type { Lead } from '#contract/leads.ts';
import { NEXT_STEP_MAX } from '#contract/limits.ts';
import { callApi } from '../../../lib/call-api.ts';
import { dayFromToday, formatDate } from '../../../lib/format.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { useAsked } from '../../../lib/use-asked.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { isCommand, isForList, isTyping } from '../keys.ts';
import { leadQuery, refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';

type Step = NonNullable<SentTo<typeof logCall>['body']['nextStep']>;

const OUTCOMES: readonly [CallOutcome, string][] = [
  ['reached', 'Reached'],
  ['noAnswer', 'No Answer'],
  ['wrongNumber', 'Wrong Number'],
  ['callBack', 'Call Back…'],
];

/** Open dialog: all outcomes, or the day to call back. */
type Asking = 'outcome' | 'callBack';

/** Buttons of a call's outcomes; `l` offers them by key. */
export function CallOutcomes({ lead }: { lead: Lead }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const log = useLogCall(lead, () => setAsking(null));
  useCallKey(() => setAsking('outcome'), true);
  return (
    <section aria-label="Log a call" className="mt-1 flex flex-wrap gap-1.5 print:hidden">
      {OUTCOMES.map(([outcome, label]) => (
        <Button
          key={outcome}
          size="small"
          disabled={log.isPending}
          onClick={() => (outcome === 'callBack' ? setAsking('callBack') : log.mutate({ outcome }))}
        >
          {label}
        </Button>
      ))}
      {asking && <LogCall lead={lead} log={log} asking={asking} onAsk={setAsking} />}
    </section>
  );
}

/** Logs a call of the lead whose row has the focus with `l`. */
export function RowCallKey({ lead }: { lead: Lead }) {
  const [called, setCalled] = useState<Lead | null>(null);
  useCallKey(() => setCalled(lead), false);
  return called && <RowCall lead={called} onClose={() => setCalled(null)} />;
}

function RowCall({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const [asking, setAsking] = useState<Asking>('outcome');
  const log = useLogCall(lead, onClose);
  return (
    <LogCall lead={lead} log={log} asking={asking} onAsk={(next) => (next ? setAsking(next) : onClose())} />
  );
}

interface LogCallProps {
  lead: Lead;
  log: ReturnType<typeof useLogCall>;
  asking: Asking;
  onAsk: (asking: Asking | null) => void;
}

function LogCall({ lead, log, asking, onAsk }: LogCallProps) {
  const close = () => onAsk(null);
  if (asking === 'outcome') {
    return (
      <OutcomeDialog
        name={leadName(lead)}
        onClose={close}
        onChoose={(outcome) => (outcome === 'callBack' ? onAsk('callBack') : log.mutate({ outcome }))}
      />
    );
  }
  return (
    <CallBackDialog
      name={leadName(lead)}
      pending={log.isPending}
      onClose={close}
      onSend={(step) => log.mutate({ outcome: 'callBack', step })}
    />
  );
}

interface OutcomeDialogProps {
  name: string;
  onClose: () => void;
  onChoose: (outcome: CallOutcome) => void;
}

function OutcomeDialog({ name, onClose, onChoose }: OutcomeDialogProps) {
  const choose = useEffectEvent((key: string) => {
    const place = OUTCOMES.findIndex(
      ([, label], at) => key === String(at + 1) || label.toLowerCase()[0] === key,
    );
    const chosen = OUTCOMES[place];
    if (chosen) onChoose(chosen[0]);
    return chosen !== undefined;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isCommand(event) && !event.repeat && choose(event.key.toLowerCase())) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Dialog onClose={onClose} title="Log a Call" description={name}>
      <ul aria-label="Outcomes" className="flex flex-col gap-1.5">
        {OUTCOMES.map(([outcome, label], at) => (
          <li key={outcome}>
            <button
              type="button"
              aria-keyshortcuts={`${at + 1} ${label[0]}`}
              onClick={() => onChoose(outcome)}
              className="flex h-9 w-full items-center gap-2.5 rounded-control border border-line px-2.5 text-14 hover:bg-hover max-md:h-11"
            >
              <Kbd>{at + 1}</Kbd>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface CallBackDialogProps {
  name: string;
  pending: boolean;
  onClose: () => void;
  onSend: (step: Step) => void;
}

function CallBackDialog({ name, pending, onClose, onSend }: CallBackDialogProps) {
  const [dueOn, setDueOn] = useState(() => dayFromToday(1));
  const [note, setNote] = useState('');
  const [asked, ask] = useAsked();
  return (
    <ActionDialog
      onClose={onClose}
      title="Call Back"
      description={name}
      action="Log Call"
      pending={pending}
      pendingText="Saving..."
      onAction={(form) => (dueOn === '' ? ask(form) : onSend({ dueOn, note }))}
    >
      <Field label="Day" error={asked && dueOn === '' ? 'Choose a day' : undefined}>
        <TextInput
          type="date"
          min={dayFromToday(0)}
          value={dueOn}
          onChange={({ target }) => setDueOn(target.value)}
        />
      </Field>
      <Field label="Note" optional>
        <TextInput
          placeholder="e.g. after 5 pm"
          maxLength={NEXT_STEP_MAX}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
    </ActionDialog>
  );
}

function useLogCall(lead: Lead, onLogged: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ outcome, step }: { outcome: CallOutcome; step?: Step }) => {
      const proposed = outcome === 'noAnswer' ? { dueOn: dayFromToday(1), note: 'Call again' } : undefined;
      const nextStep = step ?? proposed;
      return callApi(logCall, {
        params: { id: lead.id },
        body: { outcome, ...(step?.note && { note: step.note }), ...(nextStep && { nextStep }) },
      });
    },
    onSuccess: (saved, { outcome }) => {
      client.setQueryData(leadQuery(lead.id).queryKey, saved);
      refreshLeads(client);
      const label = OUTCOMES.find(([each]) => each === outcome)?.[1] ?? '';
      toast({
        title: `Call logged: ${label.replace('…', '')}`,
        ...(saved.nextStep && { description: `Next step on ${formatDate(saved.nextStep.dueOn)}` }),
      });
      onLogged();
    },
    onError: (error) => showReason(error, 'Call not logged'),
  });
}

/** Calls `onKey` for `l`; `open` for the lead in the drawer, which precedes the row's. */
function useCallKey(onKey: () => void, open: boolean): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      if (key !== 'l' || defaultPrevented || isCommand(event) || isTyping(target)) return;
      const isRow = target instanceof Element && target.closest('[data-cell]') !== null;
      if (open ? isOtherDialogOpen() : !isRow || !isForList(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown, { capture: open });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: open });
  }, [open]);
}

/** The drawer is the only dialog below others. */
function isOtherDialogOpen(): boolean {
  return document.querySelectorAll('[role="dialog"]').length > 1;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BulkOperation } from '#contract/bulk.ts';
import type { CurrentUser } from '#contract/current-user.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { JobProgress } from '../../../lib/job-progress.tsx';
import { useSalePrice } from '../../../lib/sale-price.ts';
import { useAsked } from '../../../lib/use-asked.ts';
import { VerifyDialog } from '../../../lib/verify-dialog.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { totalQuery } from '../queries.ts';
import { SaleInputs } from '../sale-inputs.tsx';
import {
  DEFAULT_CHOICE,
  type ExportChoice,
  type ExportSource,
  saveColumns,
  savedColumns,
} from './export-choice.ts';
import { ExportDialog } from './export-dialog.tsx';
import { useDelivery } from './use-delivery.ts';
import { useExport } from './use-export.ts';

export interface ExportFlowProps {
  source: ExportSource;
  user: CurrentUser;
  onClose: () => void;
}

/** Exports and optionally sells leads: dialog, verification if required, download. */
export function ExportFlow({ source, user, onClose }: ExportFlowProps) {
  const [choice, setChoice] = useState<ExportChoice>(() => ({
    ...DEFAULT_CHOICE,
    columns: savedColumns(user.id),
  }));
  const [sells, setSells] = useState(false);
  const [customerNumber, setCustomerNumber] = useState('');
  const [verifying, setVerifying] = useState(false);
  const { data: matching } = useQuery(totalQuery(source.filter));
  const count = source.selection === undefined ? limited(choice, matching?.total) : source.selection.count;
  const price = useSalePrice(sells ? customerNumber : '');
  // A customer's own columns, until others are chosen.
  const [hasChosen, setHasChosen] = useState(false);
  const sent = sells && !hasChosen && price.columns !== null ? { ...choice, columns: price.columns } : choice;
  const [asked, ask] = useAsked();
  const incomplete = sells && (customerNumber.trim() === '' || price.terms === null);
  // The account began to require a password, or the sale outlasted a grant.
  const onUnverified = () => setVerifying(true);
  const { exporting, run, cancel } = useExport({ invalidPhones: false, onDone: onClose, onUnverified });
  const delivery = useDelivery({ onDone: onClose, onUnverified });
  const busy = exporting || delivery.running;

  const start = () => {
    if (!sells) return run(source, sent);
    setVerifying(false);
    delivery.run(source, sent, { customerNumber: customerNumber.trim(), terms: price.terms ?? {} });
  };
  const close = () => {
    cancel();
    onClose();
  };
  useEffect(() => cancel, [cancel]);

  if (verifying) {
    return (
      <VerifyDialog withCode={user.twoFactorEnabled} exporting={busy} onVerified={start} onClose={close} />
    );
  }
  return (
    <ExportDialog
      source={source}
      choice={sent}
      onChoice={(next) => {
        if (next.columns === sent.columns) return setChoice({ ...next, columns: choice.columns });
        setChoice(next);
        setHasChosen(true);
        saveColumns(user.id, next.columns);
      }}
      exporting={busy}
      onExport={(dialog) => {
        if (incomplete) ask(dialog);
        else if (user.requireExportAuth) setVerifying(true);
        else start();
      }}
      onClose={close}
      confirm={delivery.sold ? 'Download Again' : sells ? 'Export and Mark as Sold' : 'Export'}
      progress={delivery.moved && <DeliveryProgress {...delivery} moved={delivery.moved} />}
    >
      <SuppressedChoice
        filter={source.filter}
        sells={sells}
        isAdmin={user.isAdmin}
        included={choice.includeSuppressed === true}
        onInclude={(includeSuppressed) => setChoice({ ...choice, includeSuppressed })}
      />
      {source.filter.bin === undefined && (
        <Checkbox
          checked={sells}
          onChange={setSells}
          label="Mark these leads as sold"
          help="The file contains only the leads you mark as sold. Leads already sold are skipped."
        />
      )}
      {sells && (
        <SaleInputs
          customerNumber={customerNumber}
          onCustomerNumber={setCustomerNumber}
          price={price}
          count={count}
          asked={asked}
        />
      )}
    </ExportDialog>
  );
}

interface SuppressedChoiceProps {
  filter: ExportSource['filter'];
  sells: boolean;
  isAdmin: boolean;
  included: boolean;
  onInclude: (included: boolean) => void;
}

/** Says how many people on suppression lists stay out, whom administrators may include. */
function SuppressedChoice({ filter, sells, isAdmin, included, onInclude }: SuppressedChoiceProps) {
  const { data } = useQuery(totalQuery({ ...filter, suppressed: 'true' }));
  const total = filter.suppressed === 'false' ? 0 : (data?.total ?? 0);
  if (total === 0) return null;
  const people = total === 1 ? '1 matching lead is' : `${formatNumber(total)} matching leads are`;
  const text = `${people} on a suppression list.`;
  if (!isAdmin || sells) return <Notice tone="caution">{text} They are left out.</Notice>;
  return (
    <Checkbox
      checked={included}
      onChange={onInclude}
      label="Include people on suppression lists"
      help={`${text} ${included ? 'The audit log records that you exported them.' : 'They are left out.'}`}
    />
  );
}

function limited({ limit }: ExportChoice, total: number | undefined): number | undefined {
  return limit === 'all' || total === undefined ? total : Math.min(Number(limit), total);
}

const ALL_AS_CSV: ExportChoice = { ...DEFAULT_CHOICE, limit: 'all' };

export function InvalidPhonesFlow({ source, user, onClose }: ExportFlowProps) {
  const [verifying, setVerifying] = useState(user.requireExportAuth);
  const onUnverified = () => setVerifying(true);
  const { exporting, run, cancel } = useExport({ invalidPhones: true, onDone: onClose, onUnverified });
  const start = () => run(source, ALL_AS_CSV);
  const startAtOnce = useEffectEvent(() => {
    if (!verifying) start();
  });
  useEffect(() => {
    startAtOnce();
    return cancel;
  }, [cancel]);
  if (!verifying) return null;
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <VerifyDialog withCode={user.twoFactorEnabled} exporting={exporting} onVerified={start} onClose={close} />
  );
}

interface DeliveryProgressProps {
  running: boolean;
  moved: { now: BulkOperation; at: number };
  /** Sale whose file isn't downloaded yet. */
  sold: BulkOperation | null;
}

/** Progress of a sale, and the remaining steps if its download failed. */
function DeliveryProgress({ running, moved, sold }: DeliveryProgressProps) {
  if (sold !== null && !running) {
    return (
      <Notice tone="caution" title={`${formatCount(sold.changed, 'lead')} marked as sold`}>
        The file hasn't downloaded yet. You can also download it later from the customer.
      </Notice>
    );
  }
  return (
    <JobProgress
      label="Sale progress"
      noun="lead"
      at={moved.at}
      done={moved.now.done}
      total={moved.now.total}
      note="You can close this. It continues in the background."
    />
  );
}

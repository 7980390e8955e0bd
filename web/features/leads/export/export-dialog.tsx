import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EXPORT_LIMITS } from '#contract/exports.ts';
import { formatNumber } from '../../../lib/format.ts';
import { NoConsentNotice, useNoConsent } from '../../../lib/no-consent.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { totalQuery } from '../queries.ts';
import { ColumnChoice } from './column-choice.tsx';
import { describeSource, type ExportChoice, type ExportSource, exportContent } from './export-choice.ts';

const LIMITS = EXPORT_LIMITS.map((value) => ({
  value,
  label: value === 'all' ? 'All' : formatNumber(Number(value)),
}));

const FORMATS = [
  { value: 'csv', label: 'CSV', help: 'Works in any program and can be imported again' },
  { value: 'xlsx', label: 'XLSX', help: 'For Excel' },
] as const;

export interface ExportDialogProps {
  source: ExportSource;
  choice: ExportChoice;
  onChoice: (choice: ExportChoice) => void;
  exporting: boolean;
  /** Receives the dialog's element. */
  onExport: (dialog: Element | null) => void;
  onClose: () => void;
  /** Label of the primary button. */
  confirm: string;
  /** Replaces the choices during or after a failed export. */
  progress: ReactNode;
  /** Inputs of a sale. */
  children: ReactNode;
}

export function ExportDialog(props: ExportDialogProps) {
  const { source, choice, exporting, onExport, onClose, confirm, progress } = props;
  const noConsent = useNoConsent(source.selection?.target ?? { filter: source.filter });
  return (
    <Dialog
      onClose={onClose}
      title="Export Leads"
      description={describeSource(source)}
      footer={
        <>
          <Button onClick={onClose}>{progress ? 'Close' : 'Cancel'}</Button>
          <Button
            variant="primary"
            pending={exporting}
            pendingText="Exporting..."
            onClick={({ currentTarget }) => onExport(currentTarget.closest('[role=dialog]'))}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {progress || (
        <div className="flex flex-col gap-4">
          {source.selection === undefined && <LimitField {...props} noConsent={noConsent ?? 0} />}
          <ColumnChoice
            chosen={choice.columns}
            onChosen={(columns) => props.onChoice({ ...choice, columns })}
          />
          <RadioGroup
            label="Format"
            value={choice.format}
            options={FORMATS}
            onChange={(format) => props.onChoice({ ...choice, format })}
          />
          <NoConsentNotice count={noConsent} left="are left out" />
          {props.children}
        </div>
      )}
    </Dialog>
  );
}

function LimitField(props: ExportDialogProps & { noConsent: number }) {
  const { source, choice, onChoice, exporting, noConsent } = props;
  const { data } = useQuery(totalQuery(source.filter));
  const sorted = source.sort.sort !== undefined;
  return (
    <Field
      label="Number of leads"
      help={data ? exportContent(choice.limit, data.total, { sorted, noConsent }) : 'Counting the leads…'}
    >
      <Select
        value={choice.limit}
        options={LIMITS}
        disabled={exporting}
        onChange={(limit) => onChoice({ ...choice, limit })}
      />
    </Field>
  );
}

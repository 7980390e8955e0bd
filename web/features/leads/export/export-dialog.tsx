import { useQuery } from '@tanstack/react-query';
import { EXPORT_LIMITS } from '#contract/exports.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { totalQuery } from '../queries.ts';
import { type ExportChoice, exportContent } from './export-choice.ts';

const LIMITS = EXPORT_LIMITS.map((value) => ({
  value,
  label: value === 'all' ? 'All' : formatNumber(Number(value)),
}));

const FORMATS = [
  { value: 'csv', label: 'CSV', help: 'For any program, and to import again' },
  { value: 'xlsx', label: 'XLSX', help: 'For Excel' },
] as const;

export interface ExportDialogProps {
  filter: LeadFilter;
  choice: ExportChoice;
  onChoice: (choice: ExportChoice) => void;
  exporting: boolean;
  onExport: () => void;
  onClose: () => void;
}

/** Asks for the number of leads and the format; says how many are left out. */
export function ExportDialog({ filter, choice, onChoice, exporting, onExport, onClose }: ExportDialogProps) {
  const { data } = useQuery(totalQuery(filter));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Export Leads"
      description="The leads that match your search and filters, newest first."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={exporting} pendingText="Exporting..." onClick={onExport}>
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Number of leads"
          help={data ? exportContent(choice.limit, data.total) : 'Counting the leads...'}
        >
          {(control) => (
            <Select
              {...control}
              value={choice.limit}
              options={LIMITS}
              disabled={exporting}
              onChange={(limit) => onChoice({ ...choice, limit })}
            />
          )}
        </Field>
        <RadioGroup
          label="Format"
          value={choice.format}
          options={FORMATS}
          onChange={(format) => onChoice({ ...choice, format })}
        />
      </div>
    </Dialog>
  );
}

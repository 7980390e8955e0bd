import { useMutation } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import {
  type ImportedOutcomes,
  importOutcomes,
  OUTCOME_ROWS_MAX,
  type OutcomeRow,
} from '#contract/outcomes.ts';
import { formatCount, formatNumber, formatSize } from '../../lib/format.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { sendForm } from '../../lib/send-form.ts';
import { showReason } from '../../lib/show-failure.ts';
import { useAsked } from '../../lib/use-asked.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Figures } from '../../ui/figures.tsx';
import { FileCard } from '../../ui/file-card.tsx';
import { Progress } from '../../ui/progress.tsx';

export function OutcomeImport({ customer }: { customer: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-13 text-muted">
        Import the customer's file to record which leads were accepted, rejected, converted or returned.
      </p>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        Import Outcomes
      </Button>
      {open && <ImportDialog customer={customer} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface ImportDialogProps {
  customer: string;
  onClose: () => void;
}

function ImportDialog({ customer, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [asked, ask] = useAsked();
  const send = useMutation({
    mutationFn: (sent: File) => {
      const form = new FormData();
      form.append('customerNumber', customer);
      form.append('file', sent);
      return sendForm(importOutcomes, form, { onProgress: setShare });
    },
    onError: (error) => showReason(error, "Couldn't import the outcomes"),
    onSettled: () => setShare(null),
  });
  if (send.data) return <ImportResult customer={customer} result={send.data} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title="Import Outcomes"
      description={`Of leads that ${customer} bought.`}
      action="Import"
      pending={send.isPending}
      pendingText="Importing..."
      onAction={(form) => (file === null ? ask(form) : send.mutate(file))}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-13 text-muted marker:text-line-strong">
        <li>A column Outcome with accepted, rejected, converted or returned.</li>
        <li>A column Lead ID, Delivery ID, Email or Phone that names the lead.</li>
        <li>Reason and Revenue are optional. Up to {formatNumber(OUTCOME_ROWS_MAX)} rows.</li>
      </ul>
      {file === null ? (
        <div>
          <DropZone
            title="Drag a file here or click to browse"
            text="CSV, XLSX or XLS"
            accept={UPLOAD_EXTENSIONS}
            onFiles={([found]) => found && setFile(found.file)}
            className="py-8"
          />
          {asked && <p className="mt-1.5 text-13 text-negative">Choose a file</p>}
        </div>
      ) : (
        <FileCard
          name={file.name}
          size={formatSize(file.size)}
          removeLabel="Remove file"
          onRemove={() => setFile(null)}
        />
      )}
      {share !== null && share < 1 && <Progress value={share * 100} label="Upload progress" />}
    </ActionDialog>
  );
}

const ROWS_SHOWN = 100;

interface ImportResultProps extends ImportDialogProps {
  result: ImportedOutcomes;
}

function ImportResult({ customer, result, onClose }: ImportResultProps) {
  const { matched, notMatched, refused, rows } = result;
  const left = rows.filter((row) => row.result !== 'matched');
  function save() {
    const name = `outcomes-left-${customer.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.csv`;
    saveBlob(new Blob([outcomeRowsCsv(left)], { type: 'text/csv' }), name);
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Outcomes Imported"
      description={`${formatCount(rows.length, 'row')} of ${customer}`}
      footer={
        <>
          {left.length > 0 && (
            <Button icon={Download} onClick={save}>
              Download These Rows
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Figures
        figures={[
          { label: 'Matched', value: matched, tone: 'text-positive' },
          { label: 'Not matched', value: notMatched, tone: 'text-caution' },
          { label: 'Refused', value: refused, tone: 'text-negative' },
        ]}
      />
      {left.length > 0 && <LeftRows rows={left} />}
    </Dialog>
  );
}

function LeftRows({ rows }: { rows: readonly OutcomeRow[] }) {
  return (
    <>
      <DataTable label="Rows that weren't recorded" className="mt-4 max-h-80">
        <thead>
          <tr>
            <HeaderCell numeric>Row</HeaderCell>
            <HeaderCell>Lead</HeaderCell>
            <HeaderCell>Outcome</HeaderCell>
            <HeaderCell>Why it wasn't recorded</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_SHOWN).map(({ row, identifier, outcome, message }) => (
            <TableRow key={row}>
              <Cell numeric>{formatNumber(row)}</Cell>
              <Cell className="max-w-44 truncate">{identifier}</Cell>
              <Cell className="max-w-28 truncate">{outcome}</Cell>
              <Cell>{message}</Cell>
            </TableRow>
          ))}
        </tbody>
      </DataTable>
      {rows.length > ROWS_SHOWN && (
        <p className="mt-2 text-13 text-muted">
          The first {formatNumber(ROWS_SHOWN)} of {formatNumber(rows.length)}. The file has all.
        </p>
      )}
    </>
  );
}

const HEADER = ['Row', 'Lead', 'Outcome', 'Result', 'Message'];
/** Spreadsheets run such texts, except phone numbers. */
const FORMULA = /^[\s"']*(?:[=\-@＝＋－＠]|\+(?!\d+$))/;

/** Returns rows of an import as CSV (RFC 4180) for spreadsheets. */
export function outcomeRowsCsv(rows: readonly OutcomeRow[]): string {
  const records = rows.map(({ row, identifier, outcome, result, message }) => [
    ...[String(row), identifier, outcome],
    ...[result === 'refused' ? 'Refused' : 'Not matched', message],
  ]);
  return `\ufeff${[HEADER, ...records].map(recordOf).join('')}`;
}

function recordOf(cells: readonly string[]): string {
  const quoted = cells.map((text) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}

import { Download } from 'lucide-react';
import { importReportFile, undoReportFile } from '#contract/imports.ts';
import { useReport } from '../../../lib/verify-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const REPORTS = { import: importReportFile, undo: undoReportFile };
const FAILURE = 'Failed to download the report. Please try again.';

interface ReportProps {
  importId: string;
  /** Rows not imported, or leads kept by an undo. */
  of?: keyof typeof REPORTS;
}

export function ReportButton({ importId, of = 'import' }: ReportProps) {
  const report = useReport(REPORTS[of], { params: { id: importId } }, FAILURE);
  return (
    <>
      <Button
        size="small"
        icon={Download}
        pending={report.pending}
        pendingText="Downloading..."
        onClick={report.save}
      >
        Download Report
      </Button>
      {report.dialog}
    </>
  );
}

export function ReportIconButton({ filename, importId }: { filename: string; importId: string }) {
  const report = useReport(importReportFile, { params: { id: importId } }, FAILURE);
  return (
    <>
      <IconButton
        icon={Download}
        side="left"
        label={`Download report of ${filename}`}
        disabled={report.pending}
        aria-busy={report.pending || undefined}
        onClick={report.save}
      />
      {report.dialog}
    </>
  );
}

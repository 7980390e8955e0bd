import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { importReportFile, undoReportFile } from '#contract/imports.ts';
import { messageOf } from '../../lib/api-error.ts';
import { saveReply } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast-store.ts';

const REPORTS = { import: importReportFile, undo: undoReportFile };

interface ReportProps {
  importId: string;
  /** Report to download: the rows that were not imported, or the leads that an undo kept. */
  of?: keyof typeof REPORTS;
}

function useReport({ importId, of = 'import' }: ReportProps) {
  return useMutation({
    mutationFn: () => saveReply(REPORTS[of], { params: { id: importId } }),
    onError: (error) =>
      toast({
        tone: 'destructive',
        title: 'Download failed',
        description: messageOf(error, 'Failed to download the report. Please try again.'),
      }),
  });
}

/** Saves a report as a CSV file. */
export function ReportButton(props: ReportProps) {
  const report = useReport(props);
  return (
    <Button
      size="small"
      icon={Download}
      pending={report.isPending}
      pendingText="Downloading..."
      onClick={() => report.mutate()}
    >
      Download report
    </Button>
  );
}

/** Saves a report from an icon button in a table row. */
export function ReportIconButton({ filename, ...props }: ReportProps & { filename: string }) {
  const report = useReport(props);
  return (
    <IconButton
      icon={Download}
      side="left"
      label={`Download report of ${filename}`}
      disabled={report.isPending}
      aria-busy={report.isPending || undefined}
      onClick={() => report.mutate()}
    />
  );
}

import { Download } from 'lucide-react';
import { AUDIT_FORMATS, type AuditFilter, exportAuditLogs } from '#contract/audit-logs.ts';
import { useReport } from '../../lib/use-report.tsx';
import { Button } from '../../ui/button.tsx';

type Format = (typeof AUDIT_FORMATS)[number];

const LABELS: Record<Format, string> = { csv: 'Export CSV', jsonl: 'Export JSON Lines' };

export function AuditExport({ filter }: { filter: AuditFilter }) {
  return AUDIT_FORMATS.map((format) => <ExportButton key={format} format={format} filter={filter} />);
}

function ExportButton({ format, filter }: { format: Format; filter: AuditFilter }) {
  const file = useReport(
    exportAuditLogs,
    { query: { ...filter, format } },
    'Failed to export the audit logs. Please try again.',
  );
  return (
    <>
      <Button icon={Download} pending={file.pending} pendingText="Exporting..." onClick={file.save}>
        {LABELS[format]}
      </Button>
      {file.dialog}
    </>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import type { Upload } from '#contract/uploads.ts';
import { formatCount, formatDateTime, formatNumber, formatSize } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FileCard } from '../../ui/file-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { encodingName } from './reading/encoding-options.ts';
import type { ImportWizardActions } from './use-import-wizard.ts';
import type { Wizard } from './wizard.ts';

interface UploadAreaProps {
  wizard: Extract<Wizard, { step: 'upload' }>;
  actions: ImportWizardActions;
  /** Class of the drop zone. */
  className?: string;
}

export function UploadArea({ wizard, actions, className = 'min-h-64' }: UploadAreaProps) {
  switch (wizard.phase) {
    case 'empty':
      return <ChooseFile failure={wizard.failure} onFile={actions.chooseFile} className={className} />;
    case 'sending':
      return (
        <UploadedFile {...wizard.file} ready={false} onRemove={actions.removeFile}>
          <SendingFile sent={wizard.sent} size={wizard.file.size} />
        </UploadedFile>
      );
    case 'ready':
      return (
        <UploadedFile
          name={wizard.upload.filename}
          size={wizard.upload.size}
          ready
          onRemove={actions.removeFile}
        >
          <Contents upload={wizard.upload} />
        </UploadedFile>
      );
  }
}

interface ChooseFileProps {
  failure: string | null;
  onFile: (file: File) => void;
  className: string;
}

function ChooseFile({ failure, onFile, className }: ChooseFileProps) {
  return (
    <>
      <DropZone
        title="Drag files here or click to browse"
        text="Supports CSV, XLSX, XLS up to 100MB"
        accept={UPLOAD_EXTENSIONS}
        onFiles={([found]) => found && onFile(found.file)}
        className={className}
      />
      {failure !== null && (
        <Notice tone="negative" title="We couldn't read this file">
          {failure}
        </Notice>
      )}
    </>
  );
}

function SendingFile({ sent, size }: { sent: number; size: number }) {
  const share = size === 0 ? 0 : sent / size;
  return (
    <>
      <Progress value={share * 100} label="Upload progress" />
      <p className="mt-1 text-13 text-muted tabular-nums">
        {share < 1 ? `${formatSize(sent)} of ${formatSize(size)}` : 'Reading the file…'}
      </p>
    </>
  );
}

function Contents({ upload }: { upload: Upload }) {
  const counts = [
    ['Total rows', upload.totalRows],
    ['Columns', upload.columns.length],
    ['Preview rows', upload.preview.length],
  ] as const;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="text-16 font-semibold tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-muted">{fileFacts(upload).join(' · ')}</p>
    </div>
  );
}

interface UploadedFileProps {
  name: string;
  /** Bytes. */
  size: number;
  ready: boolean;
  onRemove: () => void;
  children: ReactNode;
}

function UploadedFile({ name, size, ready, onRemove, children }: UploadedFileProps) {
  return (
    <FileCard
      name={name}
      size={formatSize(size)}
      state={
        <span aria-live="polite">
          <Badge tone={ready ? 'positive' : 'info'}>{ready ? 'Ready' : 'Uploading...'}</Badge>
        </span>
      }
      removeLabel={ready ? 'Remove file' : 'Cancel upload'}
      onRemove={onRemove}
    >
      {children}
    </FileCard>
  );
}

const DELIMITERS: Record<string, string> = {
  ',': 'Comma-separated',
  ';': 'Semicolon-separated',
  '\t': 'Tab-separated',
  '|': 'Pipe-separated',
};

/** Describes how a file was read, such as `Comma-separated` and `UTF-8`. */
export function fileFacts(
  upload: Pick<Upload, 'kind' | 'delimiter' | 'encoding' | 'sheet' | 'sheets'>,
): string[] {
  const { kind, delimiter, encoding, sheet, sheets } = upload;
  if (kind === 'csv') {
    const facts = [delimiter && DELIMITERS[delimiter], encoding && encodingName(encoding)];
    return facts.filter((fact) => typeof fact === 'string');
  }
  const workbook = kind === 'xlsx' ? 'Excel workbook' : 'Excel 97–2003 workbook';
  if (sheet === null) return [workbook];
  const read =
    sheets.length > 1
      ? `Sheet "${sheet}", ${sheets.indexOf(sheet) + 1} of ${sheets.length}`
      : `Sheet "${sheet}"`;
  return [workbook, read];
}

const LINK = 'font-medium wrap-anywhere underline underline-offset-2';

/** Warns of a file with identical content imported before. */
export function ImportedBefore({ upload: { importedBefore } }: { upload: Upload }) {
  const [last] = importedBefore;
  if (!last) return null;
  const others = importedBefore.length - 1;
  return (
    <Notice tone="caution" title="This file was imported before">
      <Link to="/history" search={{ import: last.importId }} className={LINK}>
        {last.filename}
      </Link>{' '}
      has the same content. {last.createdBy} imported it on {formatDateTime(last.createdAt)} and created{' '}
      {formatCount(last.imported, 'lead')}
      {last.correction && (
        <>
          . See also the{' '}
          <Link to="/history" search={{ import: last.correction.importId }} className={LINK}>
            correction of {last.filename}
          </Link>{' '}
          by {last.correction.createdBy} on {formatDateTime(last.correction.createdAt)}
        </>
      )}
      {others > 0 && `. ${formatCount(others, 'earlier import')} had it too`}. Existing leads won't be created
      again.
    </Notice>
  );
}

import { CircleAlert } from 'lucide-react';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { formatSize } from '../../../lib/format.ts';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FileCard } from '../../../ui/file-card.tsx';

interface FileFieldProps {
  file: File | null;
  /** Receives null after removal. */
  onFile: (file: File | null) => void;
  error: string | undefined;
}

/** Chooses a file to send with the form. */
export function FileField({ file, onFile, error }: FileFieldProps) {
  if (file !== null) {
    return (
      <FileCard
        name={file.name}
        size={formatSize(file.size)}
        removeLabel="Remove file"
        onRemove={() => onFile(null)}
      />
    );
  }
  return (
    <>
      <DropZone
        title="Drag a file here or click to browse"
        text="Supports CSV, XLSX, XLS up to 100MB"
        accept={UPLOAD_EXTENSIONS}
        onFiles={([found]) => found && onFile(found.file)}
        className="min-h-60"
      />
      {error !== undefined && (
        <p className="mt-1.5 flex gap-1.5 text-13 text-negative">
          <CircleAlert className="mt-0.75 size-3.5 shrink-0" aria-hidden /> {error}
        </p>
      )}
    </>
  );
}

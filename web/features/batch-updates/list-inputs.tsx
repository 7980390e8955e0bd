import { CircleAlert, Download } from 'lucide-react';
import { type Ref, useDeferredValue, useMemo } from 'react';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { formatCount, formatNumber, formatSize } from '../../lib/format.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Field } from '../../ui/field.tsx';
import { FileCard } from '../../ui/file-card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Textarea } from '../../ui/text-input.tsx';
import { type EntryNoun, parseList, repeatedIn } from './list-draft.ts';

interface EntryFieldProps {
  noun: EntryNoun;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  error: string | undefined;
  ref: Ref<HTMLTextAreaElement>;
}

export function EntryField({ noun, placeholder, text, onText, error, ref }: EntryFieldProps) {
  const deferred = useDeferredValue(text);
  const countLine = useMemo(() => countOf(deferred, noun), [deferred, noun]);
  return (
    <div>
      <Field label={noun.title} help="Separated by new lines, commas or semicolons." error={error}>
        <Textarea
          ref={ref}
          rows={8}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          value={text}
          onChange={(event) => onText(event.target.value)}
          className="min-h-40 tabular-nums max-md:h-24! max-md:min-h-24"
        />
      </Field>
      <p className="mt-1 text-13 font-medium tabular-nums" role="status">
        {countLine}
      </p>
    </div>
  );
}

function countOf(text: string, { one, many }: EntryNoun): string {
  const entries = parseList(text);
  const repeated = repeatedIn(entries);
  const count = formatCount(entries.length, one, many);
  return repeated === 0 ? count : `${count}, ${formatNumber(repeated)} of them repeated`;
}

interface FileFieldProps {
  file: File | null;
  /** Receives null after removal. */
  onFile: (file: File | null) => void;
  error: string | undefined;
}

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

interface SendingProps {
  /** Share sent, 0 to 1; null if unknown. */
  share: number | null;
  /** Shown once everything is sent. */
  working?: string;
}

/** Upload progress of a list; recent operations show its rows. */
export function Sending({ share, working = 'Working on it. You can leave this page.' }: SendingProps) {
  if (share !== null && share < 1) {
    return (
      <div className="min-w-40 flex-1">
        <p className="text-13 text-muted">Uploading the file…</p>
        <Progress value={share * 100} label="Upload progress" />
      </div>
    );
  }
  return (
    <p className="flex min-w-0 flex-1 items-center gap-2 text-13 text-muted" role="status">
      <Spinner /> {working}
    </p>
  );
}

/** Rows include the header. */
export interface SampleFile {
  name: string;
  rows: readonly (readonly string[])[];
}

export function FormatHelp({ points, sample }: { points: readonly string[]; sample: SampleFile }) {
  const { name, rows } = sample;
  function download() {
    const text = rows.map((row) => `${row.join(',')}\r\n`).join('');
    saveBlob(new Blob([text], { type: 'text/csv' }), name);
  }
  return (
    <Card
      title="CSV Format"
      footer={
        <Button size="small" icon={Download} onClick={download}>
          Download Sample
        </Button>
      }
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-13 text-muted marker:text-line-strong">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <SampleTable rows={rows} />
    </Card>
  );
}

function SampleTable({ rows: [header = [], ...rows] }: Pick<SampleFile, 'rows'>) {
  const cell = 'truncate border-t border-line px-3 py-1.5 text-left font-mono font-normal';
  return (
    <div className="mt-4 overflow-hidden rounded-control border border-line bg-canvas">
      <table aria-label="Sample" className="w-full table-fixed text-12">
        <thead>
          <tr>
            {header.map((name) => (
              <th key={name} scope="col" className="truncate px-3 py-1.5 text-left font-mono font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {row.map((value) => (
                <td key={value} className={cell} title={value}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

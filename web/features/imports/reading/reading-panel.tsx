import type { Upload } from '#contract/uploads.ts';
import type { ReadingChange } from './reading-change.ts';
import { ReadingControls } from './reading-controls.tsx';
import { SampleGrid } from './sample-grid.tsx';

export interface ReadingPanelProps {
  upload: Upload;
  /** Change that the server is reading, or null. */
  pending: ReadingChange | null;
  onChange: (change: ReadingChange) => void;
}

/** Shows how a file is read, with its first rows, and changes it. */
export function ReadingPanel({ upload, pending, onChange }: ReadingPanelProps) {
  return (
    <section
      aria-label="How we read this file"
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface"
    >
      <header className="px-4 pt-3">
        <h2 className="text-14 font-medium">How we read this file</h2>
        <p className="text-13 text-muted">Click the row that holds the column names.</p>
      </header>
      <ReadingControls upload={upload} pending={pending} onChange={onChange} />
      <SampleGrid
        upload={upload}
        stale={pending !== null}
        onHeader={(headerRow) => headerRow !== upload.headerRow && onChange({ headerRow })}
      />
    </section>
  );
}

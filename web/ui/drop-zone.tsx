import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { chosenFiles, type FoundFile, filesEndingIn, filesOfDrop } from './found-files.ts';

export interface DropZoneProps {
  title: ReactNode;
  text?: ReactNode;
  /** Accepted endings, such as '.csv'. */
  accept: readonly string[];
  multiple?: boolean;
  /**
   * Also receives the files of dropped folders and the number of rejected files; at most one file
   * unless `multiple`.
   */
  onFiles: (files: FoundFile[], others: number) => void;
  className?: string;
}

/** Accepts files and folders by drop, files by click and keyboard. */
export function DropZone(props: DropZoneProps) {
  const { title, text, accept, multiple = false, onFiles, className } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function take(found: readonly FoundFile[]) {
    const { files, others } = filesEndingIn(accept, found);
    onFiles(multiple ? files : files.slice(0, 1), others);
  }

  function takeChosen(list: FileList | null) {
    if (list) take(chosenFiles(list));
    // Choosing the same file again fires a change event only if the value was reset.
    if (input.current) input.current.value = '';
  }

  function onDrag(event: DragEvent, inside: boolean) {
    event.preventDefault();
    setOver(inside);
  }

  return (
    <label
      htmlFor={id}
      onDragEnter={(event) => onDrag(event, true)}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        void filesOfDrop(event.dataTransfer).then(take);
      }}
      className={cx(
        'flex cursor-pointer flex-col items-center justify-center rounded-card border border-dashed border-line-strong bg-surface px-6 py-12 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        over ? 'border-solid border-accent bg-accent-tint' : 'hover:bg-hover',
        className,
      )}
    >
      <span
        className={cx(
          'mb-4 grid size-11 place-items-center rounded-card border transition-colors',
          over ? 'border-accent text-accent' : 'border-line bg-raised text-muted',
        )}
      >
        <Upload className="size-5" strokeWidth={1.75} aria-hidden />
      </span>
      <span className="text-14 font-medium text-text">{title}</span>
      {text !== undefined && <span className="mt-1 text-13 text-muted">{text}</span>}
      <input
        ref={input}
        id={id}
        type="file"
        className="sr-only"
        accept={accept.join(',')}
        multiple={multiple}
        onChange={(event) => takeChosen(event.target.files)}
      />
    </label>
  );
}

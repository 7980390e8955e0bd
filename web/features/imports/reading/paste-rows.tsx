import { useEffect, useEffectEvent, useState } from 'react';
import { quotedCell, readBlock } from '../../../lib/cells/cell-block.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast-store.ts';

const NEEDED = 'Paste the row with the column names and at least one row below it.';

/** Uploads rows pasted anywhere on the page, or into a dialog. */
export function PasteRows({ onFile }: { onFile: (file: File) => void }) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const [failed, setFailed] = useState(false);
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]');
    if (isTyping || pasted.trim() === '') return;
    const file = pastedFile(pasted);
    if (file) onFile(file);
    else toast({ tone: 'neutral', title: 'Paste at least two rows', description: NEEDED });
  });
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  function submit() {
    const file = pastedFile(text);
    if (file === null) return setFailed(true);
    setOpened(false);
    onFile(file);
  }

  return (
    <>
      <Button size="small" onClick={() => setOpened(true)}>
        Paste Rows
      </Button>
      {opened && (
        <ActionDialog
          onClose={() => setOpened(false)}
          title="Paste Rows"
          action="Upload Rows"
          onAction={submit}
        >
          <Field
            label="Rows"
            help="Copy them in your spreadsheet, including the column names."
            error={failed && pastedFile(text) === null ? NEEDED : undefined}
          >
            <Textarea
              rows={8}
              wrap="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="font-mono text-13"
            />
          </Field>
        </ActionDialog>
      )}
    </>
  );
}

/** Returns pasted rows as a file to upload; null for fewer than two lines, a header and a row. */
function pastedFile(text: string): File | null {
  if (text.trim().split(/\r\n?|\n/).length < 2) return null;
  // Text without tabs may be comma-separated; the server detects its delimiter.
  if (!text.includes('\t')) return new File([text], 'Pasted rows.csv');
  const rows = readBlock(text).map((row) => row.map(quotedCell).join('\t'));
  return new File([rows.join('\n')], 'Pasted rows.tsv');
}

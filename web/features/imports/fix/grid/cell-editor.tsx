import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

export type AfterEdit = 'down' | 'up' | 'next' | 'previous' | 'stay';

interface CellEditorProps {
  /** Accessible name: row and column. */
  label: string;
  initial: string;
  place: CSSProperties;
  onCommit: (text: string, after: AfterEdit) => void;
  onCancel: () => void;
}

/** Edits a cell in place: Enter, Tab and blur save, Escape cancels. */
export function CellEditor({ label, initial, place, onCommit, onCancel }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);

  // Focuses before the browser handles the key that began the edit, so that its character lands
  // here.
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(initial.length, initial.length);
  }, [initial]);

  function commit(after: AfterEdit) {
    if (done.current) return;
    done.current = true;
    onCommit(input.current?.value ?? initial, after);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation();
    // Enter confirms an input method's composition.
    if (event.nativeEvent.isComposing) return;
    const after = afterKey(event);
    if (after !== null) {
      event.preventDefault();
      commit(after);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      done.current = true;
      onCancel();
    }
  }

  return (
    <input
      ref={input}
      aria-label={label}
      defaultValue={initial}
      autoComplete="off"
      spellCheck={false}
      style={place}
      onKeyDown={onKeyDown}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
      onBlur={() => commit('stay')}
      className="absolute z-3 rounded-[2px] bg-raised px-3 text-13 text-text shadow-float max-md:text-16 outline-2 -outline-offset-2 outline-accent focus-visible:-outline-offset-2"
    />
  );
}

function afterKey({ key, shiftKey }: KeyboardEvent): AfterEdit | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  return null;
}

let undo: (() => void) | null = null;

/** Stores the undo of a paste for Ctrl/Meta+Z. */
export function keepPasteUndo(next: () => void): void {
  undo = next;
}

/** Drops the undo after a later operation or leaving the table. */
export function forgetPasteUndo(): void {
  undo = null;
}

/** Returns and drops the last paste's undo, or null. */
export function takePasteUndo(): (() => void) | null {
  const taken = undo;
  undo = null;
  return taken;
}

let undo: (() => void) | null = null;

/** Keeps the undo of a paste into the table, which Ctrl or Meta plus Z runs until the user does something else. */
export function keepPasteUndo(next: () => void): void {
  undo = next;
}

/** Forgets the undo of a paste: a later operation is undone first, or the table has been left. */
export function forgetPasteUndo(): void {
  undo = null;
}

/** Returns the undo of the last paste and forgets it; null without one. */
export function takePasteUndo(): (() => void) | null {
  const taken = undo;
  undo = null;
  return taken;
}

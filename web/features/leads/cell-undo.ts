type Undo = () => void;

let undos: Undo[] = [];

/** Stores the undo of an edit or paste for Ctrl/Meta+Z. */
export function keepCellUndo(undo: Undo): void {
  undos.push(undo);
}

/** Drops the undos after a later operation or leaving the table. */
export function forgetCellUndos(): void {
  undos = [];
}

/** Returns and drops the latest undo, or `wanted` if it's still there. */
export function takeCellUndo(wanted = undos.at(-1)): Undo | undefined {
  const taken = undos.find((undo) => undo === wanted);
  undos = undos.filter((undo) => undo !== wanted);
  return taken;
}

export interface Shortcut {
  /** Keys pressed together, such as `Ctrl+Z`; Ctrl is Command on a Mac. */
  keys: readonly string[];
  does: string;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** Every shortcut, as listed by `?`. */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Ctrl+K'], does: 'Find a screen, an action or a lead' },
      { keys: ['Ctrl+Z'], does: 'Undo your last operation' },
      { keys: ['Ctrl+Enter'], does: 'Send the open dialog' },
      { keys: ['Ctrl+B'], does: 'Collapse or expand the sidebar' },
      { keys: ['F8'], does: 'Go to the last notification' },
      { keys: ['Esc'], does: "Close what's open" },
    ],
  },
  {
    title: 'Lead list',
    shortcuts: [
      { keys: ['/'], does: 'Search' },
      { keys: ['↓'], does: 'In the search: go to the first lead' },
      { keys: ['↓', '↑', 'J', 'K'], does: 'Next or previous row' },
      { keys: ['Home', 'End'], does: 'First or last row' },
      { keys: ['←', '→'], does: 'Next or previous cell' },
      { keys: ['Enter'], does: 'Open the lead, or edit the cell' },
      { keys: ['F2'], does: 'Edit the cell' },
      { keys: ['Alt+↓'], does: 'Open the menu of a column' },
      { keys: ['X', 'Space'], does: 'Select or deselect the row' },
      { keys: ['Shift+X'], does: 'Select all rows since the last one' },
      { keys: ['Shift+J', 'Shift+K'], does: 'Select row by row' },
      { keys: ['Ctrl+A'], does: 'Select all rows on this page' },
      { keys: ['S'], does: 'Set the status of the selected leads (1 to 9 to choose)' },
      { keys: ['M'], does: 'Mark the selected leads as sold' },
      { keys: ['L'], does: 'Log a call (1 to 4 or the first letter to choose)' },
      { keys: ['Shift+↓'], does: 'Extend the selection of cells' },
      { keys: ['Ctrl+C', 'Ctrl+V'], does: 'Copy or paste cells' },
      { keys: ['Ctrl+Z'], does: 'Undo edits of cells' },
      { keys: ['Esc'], does: 'Clear the selection' },
    ],
  },
  {
    title: 'Duplicates',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Next or previous duplicate' },
      { keys: ['M'], does: 'Merge the leads' },
      { keys: ['N'], does: 'Not the same person' },
    ],
  },
  {
    title: 'Open lead',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Next or previous lead' },
      { keys: ['Alt+↓', 'Alt+↑'], does: 'The same, even while typing' },
      { keys: ['L'], does: 'Log a call' },
      { keys: ['N'], does: 'Write a note' },
      { keys: ['Ctrl+Enter'], does: 'Save the note' },
      { keys: ['Enter'], does: 'Save the field' },
      { keys: ['Esc'], does: 'Discard the change, then close the lead' },
    ],
  },
  {
    title: 'Column borders',
    shortcuts: [
      { keys: ['←', '→'], does: 'Make the column narrower or wider' },
      { keys: ['↑', '↓'], does: 'Previous or next column' },
      { keys: ['Alt+←', 'Alt+→'], does: 'Move the column' },
    ],
  },
  {
    title: 'Fix Rows',
    shortcuts: [
      { keys: ['Enter', 'F2'], does: 'Edit the cell' },
      { keys: ['Shift+↓'], does: 'Extend the selection' },
      { keys: ['Ctrl+↓'], does: 'Go to the edge of the list' },
      { keys: ['Ctrl+A'], does: 'Select everything' },
      { keys: ['Ctrl+C', 'Ctrl+X', 'Ctrl+V'], does: 'Copy, cut, paste' },
      { keys: ['Delete'], does: 'Clear the cells' },
      { keys: ['Ctrl+Z'], does: 'Undo' },
      { keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], does: 'Redo' },
      { keys: ['Esc+Tab'], does: 'Leave the grid' },
    ],
  },
];

import type { ReactNode } from 'react';

/** A column of the table, and a line of the card. */
export interface RecordColumn<T> {
  /** Heading of the column and label of the line; unique among the columns. */
  label: string;
  value: (record: T, index: number) => ReactNode;
  /** Content of the heading instead of the label, such as a button that sorts. */
  heading?: ReactNode;
  sorted?: 'ascending' | 'descending' | undefined;
  /** Aligns to the right with tabular figures. */
  numeric?: boolean;
  /** Names the row: its cells are headings. */
  rowHeader?: boolean;
  /** Stays in view while the table scrolls horizontally. */
  pinned?: boolean;
  /**
   * Place on the card: its checkbox, its top line, its corner, a line below its label, or one of the figures side by side at the
   * end; by default a line next to its label.
   */
  onCard?: 'checkbox' | 'title' | 'actions' | 'block' | 'figure';
  /** Leaves the line out of the card of such a record. */
  isEmpty?: (record: T) => boolean;
  /** Classes of the cells, those of the heading included. */
  className?: string;
  headClassName?: string;
  cellClassName?: string | ((record: T) => string);
  /** Text that explains a cell on hover. */
  hint?: (record: T) => string | undefined;
  /** Classes of the placeholder while the records load. */
  skeleton?: string;
}

export interface RecordTableProps<T> {
  /** Accessible name. */
  label: string;
  columns: readonly RecordColumn<T>[];
  /** Undefined while they load: placeholders take their place. */
  records: readonly T[] | undefined;
  keyOf: (record: T) => string | number;
  /** Width in CSS pixels that the table needs to show every column; with less room, there are cards. */
  tableWidth: number;
  /** Opens a record by a click on its row or card; one of the columns has a button that does the same. */
  onOpen?: (record: T) => void;
  isSelected?: (record: T) => boolean;
  busy?: boolean;
  /** True while newer records load; the outdated ones are dimmed. */
  stale?: boolean;
  /** Number of placeholders. */
  placeholders?: number;
  /** Classes of a row's cells, for rows that are higher than one line: placeholders get the same height. */
  rowHeight?: string;
  /** Content above the cards in place of the headings, such as the order. */
  aboveCards?: ReactNode;
  /** Inside a card of the screen, without edges of its own. */
  flush?: boolean;
  /** Takes the height that its flex column leaves, and scrolls by itself; not on a phone. */
  fill?: boolean;
  /** Classes of the table's frame. */
  className?: string;
}

/** Number of placeholders by default. */
export const PLACEHOLDERS = 6;

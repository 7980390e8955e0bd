import type { ReactNode } from 'react';

/** Table column, or line of a card. */
export interface RecordColumn<T> {
  /** Column heading and card label; unique. */
  label: string;
  value: (record: T, index: number) => ReactNode;
  /** Replaces the label as heading, such as a sort button. */
  heading?: ReactNode;
  sorted?: 'ascending' | 'descending' | undefined;
  /** Right-aligned, tabular figures. */
  numeric?: boolean;
  /** Makes the cells row headings. */
  rowHeader?: boolean;
  /** Stays in view during horizontal scrolling. */
  pinned?: boolean;
  /** Place on the card; by default a line next to its label. */
  onCard?: 'checkbox' | 'title' | 'actions' | 'block' | 'figure';
  /** Omits the line from such a record's card. */
  isEmpty?: (record: T) => boolean;
  className?: string;
  headClassName?: string;
  cellClassName?: string | ((record: T) => string);
  /** Tooltip of a cell. */
  hint?: (record: T) => string | undefined;
  /** Classes of the loading placeholder. */
  skeleton?: string;
}

export interface RecordTableProps<T> {
  /** Accessible name. */
  label: string;
  columns: readonly RecordColumn<T>[];
  /** Undefined shows placeholders. */
  records: readonly T[] | undefined;
  keyOf: (record: T) => string | number;
  /** Width in CSS pixels below which cards replace the table. */
  tableWidth: number;
  /** Opens a record by a click; one column needs a button for the keyboard. */
  onOpen?: (record: T) => void;
  isSelected?: (record: T) => boolean;
  busy?: boolean;
  /** Dims outdated records during loading. */
  stale?: boolean;
  placeholders?: number;
  /** Classes of rows taller than one line, applied to placeholders too. */
  rowHeight?: string;
  /** Replaces the headings above cards. */
  aboveCards?: ReactNode;
  /** Drops the frame, for use inside a card. */
  flush?: boolean;
  /** Fills its flex column and scrolls by itself, except on phones. */
  fill?: boolean;
  className?: string;
}

export const PLACEHOLDERS = 6;

import type { Row, Table } from '#packages/tabular/tabular.ts';
import type { EditedCell, RowEdit } from '../../../lead/values/draft.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import type { EditKey } from '../record/edit-reading.ts';
import { type StoredEdit, storedEdits } from './edit-reads.ts';

/** `cells` contains the edits. */
export interface EditedRow extends Row {
  edit?: RowEdit;
}

export interface EditedTable extends Table {
  batches(): AsyncIterable<EditedRow[]>;
  /** The table without the edits. */
  source: Table;
  /** Name of the reading to which the edits belong. */
  reading: string;
}

/** Keeps dropped rows, which are counted, and one page of edits in memory. */
export function editedTable(table: Table, scope: OrganizationScope, key: EditKey): EditedTable {
  const { format, columns } = table;
  const places = new Map(columns.map((column, index) => [column, index]));
  return {
    format,
    columns,
    source: table,
    reading: key.reading,
    batches: () => editedBatches(table.batches(), storedEdits(scope, key), places),
  };
}

async function* editedBatches(
  batches: AsyncIterable<Row[]>,
  edits: AsyncGenerator<StoredEdit>,
  places: ReadonlyMap<string, number>,
): AsyncGenerator<EditedRow[]> {
  let next = await edits.next();
  for await (const rows of batches) {
    const last = rows.at(-1)?.number ?? 0;
    for (let at = 0; !next.done && next.value.row <= last; next = await edits.next()) {
      const { row } = next.value;
      while ((rows[at]?.number ?? row) < row) at++;
      const found = rows[at];
      if (found?.number === row) rows[at] = editedRow(found, next.value, places);
    }
    yield rows;
  }
}

/** Leaves out edits of columns that the table lacks. */
export function editedRow(
  { number, cells: inFile }: Row,
  { cells: values, dropped }: Pick<StoredEdit, 'cells' | 'dropped'>,
  places: ReadonlyMap<string, number>,
): EditedRow {
  const cells = [...inFile];
  const edited: EditedCell[] = [];
  for (const [column, value] of Object.entries(values)) {
    const place = places.get(column);
    if (place === undefined) continue;
    edited.push({ column, original: inFile[place] ?? '', value });
    cells[place] = value;
  }
  if (edited.length === 0 && !dropped) return { number, cells: inFile };
  return { number, cells, edit: { dropped, cells: edited } };
}

/** @param numbers in file order */
export function chosenRows(table: EditedTable, numbers: readonly number[]): EditedTable {
  return { ...table, batches: () => chosenBatches(table.batches(), new Set(numbers)) };
}

async function* chosenBatches(
  batches: AsyncIterable<EditedRow[]>,
  numbers: ReadonlySet<number>,
): AsyncGenerator<EditedRow[]> {
  let left = numbers.size;
  for await (const rows of batches) {
    const chosen = rows.filter(({ number }) => numbers.has(number));
    left -= chosen.length;
    if (chosen.length > 0) yield chosen;
    if (left === 0) return;
  }
}

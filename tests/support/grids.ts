import { expect } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { DryRunResult } from '#contract/import-dry-run.ts';
import { type GridChange, type GridRow, gridEvent, type ImportGrid } from '#contract/import-fixing.ts';
import type { listGridNumbers, readGridRows } from '#contract/import-grid-lists.ts';
import type { Client } from './client.ts';
import { eventsOf } from './client.ts';
import { type PlanFields, postCheck } from './imports.ts';

/** Checks an upload with its grid and returns the counts. Throws unless the check completes. */
export async function checkGrid(client: Client, uploadId: string, plan: PlanFields): Promise<DryRunResult> {
  const response = await postCheck(client, uploadId, { ...plan, grid: true });
  if (response.status !== 200) throw new Error(`The check was refused: ${await response.text()}`);
  const last: unknown = (await eventsOf(response)).at(-1);
  expect(last).toMatchObject({ type: 'complete' });
  return (last as { forecast: DryRunResult }).forecast;
}

/** Reads the state of a grid. */
export async function gridOf(client: Client, uploadId: string): Promise<ImportGrid> {
  const { status, body } = await client.get<ImportGrid>(`/api/import-grids/${uploadId}`);
  expect(status).toBe(200);
  return body;
}

/** Rows of a grid, and how many match the filter. */
interface GridPage {
  rows: GridRow[];
  total: number;
  revision: number;
}

/** Rows that a page has unless the query says another number. */
const PAGE_ROWS = 100;

/** Reads a page of a grid, as the screen does: the numbers of the rows that match a filter, then the rows of the page. */
export async function gridPage(
  client: Client,
  uploadId: string,
  { offset = 0, limit = PAGE_ROWS, ...filter }: Record<string, string | number> = {},
): Promise<GridPage> {
  const search = new URLSearchParams(
    Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const grid = `/api/import-grids/${uploadId}`;
  const list = await client.get<ReplyOf<typeof listGridNumbers>>(`${grid}/numbers?${search}`);
  expect([list.status, list.body]).toEqual([200, list.body]);
  const { numbers, revision } = list.body;
  const rows = numbers.slice(Number(offset), Number(offset) + Number(limit));
  if (rows.length === 0) return { rows: [], total: numbers.length, revision };
  const page = await client.post<ReplyOf<typeof readGridRows>>(`${grid}/rows`, { rows });
  expect([page.status, page.body]).toEqual([200, page.body]);
  return { rows: page.body.rows, total: numbers.length, revision };
}

/** Writes cells, each given as row, column and value. */
export async function editGrid(
  client: Client,
  uploadId: string,
  ...cells: [number, string, string][]
): Promise<GridChange & { rows: GridRow[] }> {
  const edits = cells.map(([row, column, value]) => ({ row, column, value }));
  const { status, body } = await client.post<GridChange & { rows: GridRow[] }>(
    `/api/import-grids/${uploadId}/edit`,
    { edits },
  );
  expect([status, body]).toEqual([200, body]);
  return body;
}

/** Calls one of the streams of a grid and returns what it changed. Throws unless it completes. */
export async function changeGridBy(
  client: Client,
  uploadId: string,
  path: 'replace' | 'drop' | 'undo',
  body?: unknown,
): Promise<GridChange> {
  const response = await client.send(`/api/import-grids/${uploadId}/${path}`, {
    method: 'POST',
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  if (response.status !== 200) throw new Error(`${path} was refused: ${await response.text()}`);
  const events = (await eventsOf(response)).map((event) => gridEvent.parse(event));
  const last = events.at(-1);
  if (last?.type !== 'complete') throw new Error(`${path} ended with ${JSON.stringify(last)}`);
  return last.change;
}

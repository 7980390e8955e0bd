import { expect } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ImportForecast } from '#contract/import-forecast.ts';
import {
  type GridChange,
  type GridRow,
  gridEvent,
  type ImportGrid,
  type listGridRows,
} from '#contract/import-mending.ts';
import type { Client } from './client.ts';
import { eventsOf } from './client.ts';
import { type PlanFields, postCheck } from './imports.ts';

/** Checks an upload with its grid and returns the counts. Throws unless the check completes. */
export async function checkGrid(client: Client, uploadId: string, plan: PlanFields): Promise<ImportForecast> {
  const response = await postCheck(client, uploadId, { ...plan, grid: true });
  if (response.status !== 200) throw new Error(`The check was refused: ${await response.text()}`);
  const last: unknown = (await eventsOf(response)).at(-1);
  expect(last).toMatchObject({ type: 'complete' });
  return (last as { forecast: ImportForecast }).forecast;
}

/** Reads the state of a grid. */
export async function gridOf(client: Client, uploadId: string): Promise<ImportGrid> {
  const { status, body } = await client.get<ImportGrid>(`/api/import-grids/${uploadId}`);
  expect(status).toBe(200);
  return body;
}

/** Reads a page of a grid. */
export async function gridPage(
  client: Client,
  uploadId: string,
  query: Record<string, string | number> = {},
): Promise<ReplyOf<typeof listGridRows>> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { status, body } = await client.get<ReplyOf<typeof listGridRows>>(
    `/api/import-grids/${uploadId}/rows?${search}`,
  );
  expect([status, body]).toEqual([200, body]);
  return body;
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

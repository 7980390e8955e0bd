import { type Answer, type Client, formWith } from './client.ts';
import { withoutQuotes } from './csv.ts';

/** Sends a list as a file with the fields of its form; the answer to a rejected one carries the error's members. */
export async function sendStatusUpdate<T = Record<string, unknown>>(
  client: Client,
  path: string,
  file: File | null,
  fields: Record<string, string> = {},
): Promise<Answer<T>> {
  const parts: [string, string | File][] = Object.entries(fields);
  if (file !== null) parts.push(['file', file]);
  const response = await client.send(path, { method: 'POST', body: formWith(parts) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** Reads the rows of an operation's report, header first, split at their commas; for cells without any. */
export async function statusUpdateReport(client: Client, operationId: string): Promise<string[][]> {
  const response = await client.send(`/api/leads/bulk/${operationId}/report`, {});
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The report was answered with ${response.status}: ${text}`);
  return withoutQuotes(text)
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
}

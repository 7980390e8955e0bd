import type { CurrentUser } from '#contract/current-user.ts';
import type { ImportEvent } from '#contract/imports.ts';

/** An answer, its JSON read. */
export interface Answer<T = never> {
  status: number;
  headers: Headers;
  body: T;
}

/** Calls the API as a browser does, cookie included. */
export interface Client {
  cookie: string | null;
  get<T = unknown>(path: string): Promise<Answer<T>>;
  post<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  /** Any request; the cookie and an Origin of the server itself are added. */
  send(path: string, init: RequestInit): Promise<Response>;
}

/** A signed-in client. */
export interface SignedIn extends Client {
  user: CurrentUser;
}

/** A client without a session; it keeps the cookie it is given. */
export function clientOf(url: string, cookie: string | null = null): Client {
  const client: Client = {
    cookie,
    send: async (path, init) => {
      const headers = new Headers(init.headers);
      if (client.cookie !== null) headers.set('cookie', client.cookie);
      if (!headers.has('origin')) headers.set('origin', url);
      const response = await fetch(`${url}${path}`, { ...init, headers });
      const set = response.headers.get('set-cookie');
      if (set !== null) client.cookie = set.split(';')[0] ?? null;
      return response;
    },
    get: async (path) => answerOf(await client.send(path, {})),
    post: async (path, body, headers = {}) =>
      answerOf(
        await client.send(path, {
          method: 'POST',
          ...(body !== undefined && { body: JSON.stringify(body) }),
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        }),
      ),
  };
  return client;
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as T,
  };
}

let accounts = 0;
export const PASSWORD = 'correct horse battery';

/** Registers an organization and signs in as its administrator; the first one is the Default Organization. */
export async function signUp(url: string, username = `admin-${++accounts}`): Promise<SignedIn> {
  const client = clientOf(url);
  const { status, body } = await client.post<CurrentUser>('/api/register', { username, password: PASSWORD });
  if (status !== 201) throw new Error(`Registration answered ${status}: ${JSON.stringify(body)}`);
  return Object.assign(client, { user: body });
}

/** Makes a form of files and fields, in the order given. */
export function formWith(parts: readonly (readonly [string, string | File])[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

/** Makes a file as a browser sends it. */
export function fileOf(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  return new File([content], name);
}

/** Reads the events of an import stream, in order. */
export async function eventsOf(response: Response): Promise<ImportEvent[]> {
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice('data:'.length)) as ImportEvent);
}

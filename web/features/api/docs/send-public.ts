/** Answer of the public API, formatted for display. */
export interface PublicAnswer {
  status: number;
  statusText: string;
  /** Headers worth showing, spelled as in the documentation. */
  headers: [name: string, value: string][];
  /** Indented JSON, or the body verbatim if it isn't JSON. */
  text: string;
}

const SHOWN = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'X-Request-Id'];

/**
 * Makes a call the way a program would: with the token and without the session, so that a rejected token
 * doesn't sign the user out.
 * @throws the error of fetch when the server can't be reached
 */
export async function sendPublic(
  token: string,
  method: string,
  url: string,
  json?: string,
): Promise<PublicAnswer> {
  const response = await fetch(url, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      authorization: `Bearer ${token}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: json }),
  });
  return {
    status: response.status,
    statusText: response.statusText,
    headers: SHOWN.flatMap((name): [string, string][] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    text: indentedJson(await response.text()),
  };
}

function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

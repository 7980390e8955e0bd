/** What the public API answered, for showing. */
export interface PublicAnswer {
  status: number;
  statusText: string;
  /** Those worth showing, in the spelling of the documentation. */
  headers: [name: string, value: string][];
  /** JSON, indented; whatever else was answered as it came. */
  text: string;
}

const SHOWN = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'X-Request-Id'];

/**
 * Makes a call as a program would: with the token and without the session, so that a refused token does not sign
 * anybody out here. Throws what fetch throws when the server is not reached.
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
    text: pretty(await response.text()),
  };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Answer, formatted for display. */
export interface PublicAnswer {
  status: number;
  statusText: string;
  /** Selected headers, spelled as documented. */
  headers: [name: string, value: string][];
  /** Indented JSON, or other bodies verbatim. */
  text: string;
}

const SHOWN = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'X-Request-Id'];

/**
 * Calls the API with the token but without the session, which a rejected token would end. @throws
 * the error of fetch when the server can't be reached
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

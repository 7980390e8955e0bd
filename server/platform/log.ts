import { type Logger, pino } from 'pino';

/**
 * The server's log: one line of JSON an event. It holds no personal data and no secrets: of a request the path without
 * its query, of an error what it says and where it was thrown, without the objects that hang on it.
 */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = { level, serializers: { err: errorLine, error: errorLine, req: requestLine } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: error.stack,
  };
}

function requestLine(request: { method: string; url: string; ip: string }): object {
  return { method: request.method, path: request.url.split('?')[0], address: request.ip };
}

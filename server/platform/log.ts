import { type Logger, pino } from 'pino';

/** JSON lines without personal data and secrets: no queries, no attached objects. */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = { level, serializers: { err: errorLine, error: errorLine, req: requestLine } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** These messages quote the value. */
const QUOTES_A_VALUE = /^22[0-9A-Z]{3}$/;

function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  const message = QUOTES_A_VALUE.test(String(code)) ? 'PostgreSQL refused a value' : error.message;
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    // The stack repeats the message.
    stack: error.stack?.replace(error.message, () => message),
  };
}

function requestLine(request: { method: string; url: string; ip: string }): object {
  return { method: request.method, path: request.url.split('?')[0], address: request.ip };
}

import { errorReply } from '#contract/errors.ts';

/** Schema of an error reply; replies of proxies may contain only parts of it. */
const partialErrorReply = errorReply.partial();

/**
 * An unsuccessful answer. Its message is `${status}: ${body text, or the status text when that is empty}`.
 */
export class ApiError extends Error {
  readonly status: number;
  /** Message of the server for the user, if any. */
  readonly serverMessage: string | undefined;
  /** Name of the invalid input, if the server names one. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** Parsed error reply, with details such as the values of a conflict. */
  readonly reply: ReturnType<typeof partialErrorReply.parse>;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.reply = partialErrorReply.safeParse(parsedJson(body)).data ?? {};
    this.serverMessage = this.reply.message;
    this.field = this.reply.field;
    this.requestId = this.reply.requestId;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the server's message for a failure, or `otherwise` if there is none or the server wasn't reached.
 */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? (error.serverMessage ?? otherwise) : otherwise;
}

/** Returns the request ID to give to support, if the failure has one. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}

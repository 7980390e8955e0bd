import { errorReply } from '#contract/errors.ts';

/** The shape of an error, of which an answer from elsewhere may hold only parts. */
const said = errorReply.partial();

/** An answer that is no success. Its message is `${status}: ${body text, or the status text when that is empty}`. */
export class ApiError extends Error {
  readonly status: number;
  /** What the server says to the user, where it said something. */
  readonly serverMessage: string | undefined;
  /** The input at fault, where the server names one. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** All that the answer said in the shape of an error, such as what a conflict is about. */
  readonly reply: ReturnType<typeof said.parse>;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.reply = said.safeParse(parsedJson(body)).data ?? {};
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

/** The server's own words about a failure, or `otherwise` when it said none (or was not reached). */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? (error.serverMessage ?? otherwise) : otherwise;
}

/** The id to name to support, if the failure has one. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}

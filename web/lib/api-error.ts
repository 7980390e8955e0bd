import type { ErrorReply } from '#contract/errors.ts';

type Reply = { [K in keyof ErrorReply]?: ErrorReply[K] | undefined };

/** Types of the members of an error reply. Every page needs them, and the schema would bring all of zod along. */
const MEMBER_TYPE = {
  message: 'string',
  error: 'string',
  field: 'string',
  existingLeadId: 'string',
  current: 'object',
  changedBy: 'string',
  twoFactorRequired: 'boolean',
  mustChangePassword: 'boolean',
  requestId: 'string',
} as const satisfies Record<keyof ErrorReply, string>;

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
  readonly reply: Reply;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.reply = readReply(parsedJson(body));
    this.serverMessage = this.reply.message;
    this.field = this.reply.field;
    this.requestId = this.reply.requestId;
  }
}

/** Returns the members that have their type; replies of proxies may be anything. */
function readReply(body: unknown): Reply {
  if (typeof body !== 'object' || body === null) return {};
  const types: Readonly<Record<string, string>> = MEMBER_TYPE;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null && typeof value === types[name]),
  );
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

import type { ErrorReply } from '#contract/errors.ts';

type Reply = { [K in keyof ErrorReply]?: ErrorReply[K] | undefined };

/** Checked without the contract's schema, which would load zod on every page. */
const MEMBER_TYPE = {
  message: 'string',
  error: 'string',
  field: 'string',
  existingLeadId: 'string',
  lists: 'object',
  current: 'object',
  changedBy: 'string',
  twoFactorRequired: 'boolean',
  mustChangePassword: 'boolean',
  requestId: 'string',
} as const satisfies Record<keyof ErrorReply, string>;

/** Unsuccessful answer; its message is `${status}: ${body or status text}`. */
export class ApiError extends Error {
  readonly status: number;
  /** For the user. */
  readonly serverMessage: string | undefined;
  /** Invalid input. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** Details, such as the values of a conflict. */
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

/** Whether the call may succeed later: the server is unreachable, starts, or failed. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError && error.status < 500);
}

/** Keeps only well-typed members, because proxies may answer anything. */
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

const UNREACHED = "Couldn't reach the server. Check your connection and try again.";

/** Returns the server's message, else `otherwise`. */
export function messageOf(error: unknown, otherwise = UNREACHED): string {
  return error instanceof ApiError ? (error.serverMessage ?? otherwise) : otherwise;
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}

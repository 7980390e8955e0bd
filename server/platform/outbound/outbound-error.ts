/**
 * `refused` by the address rules, before any connection; `misconfigured`: what was given doesn't fit the server, such as its host key;
 * the others may pass later.
 */
type OutboundFault = 'refused' | 'misconfigured' | 'unresolved' | 'timeout' | 'failed';

/** A request to an address that others name had no answer; the message is for people. */
export class OutboundError extends Error {
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Returns the code of a system's error, such as `ECONNREFUSED`, or its message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

export const timeOut = (): OutboundError => new OutboundError('timeout', 'No answer came in time');

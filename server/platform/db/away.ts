import { sqlState } from './transaction.ts';

/** Connection failures, too many connections, stopping or starting server. */
const AWAY_SQLSTATE = /^(?:08...|53300|57P0[1-5])$/;
/** This server's sockets lead only to the database. */
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** Driver errors without codes. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|Client (?:was closed|has encountered a connection error)|Cannot use a pool after|timeout (?:expired|exceeded when trying to connect))/;
/** A Citus worker died; the codes don't show it. */
const WORKER_DIED = new RegExp(
  `^(?:${[
    'server closed the connection unexpectedly',
    'could not (?:receive data from|send data to) server',
    'terminating connection due to ',
    'connection not open',
    'failure on connection marked as essential',
    'failed to COPY to shard \\d+ on ',
    'failed to (?:complete COPY|commit transaction) on ',
  ].join('|')})`,
);
/** Message of an error that a thread reports in place of those above, which lose their codes on the way. */
export const FROM_THREAD = 'The database did not answer a thread';

/** Returns whether the database is unreachable, not for failed statements. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host with several addresses fails once per address.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (AWAY_SQLSTATE.test(sqlState(error)) || DRIVER_MESSAGES.test(error.message)) return true;
  if (error.message === FROM_THREAD || WORKER_DIED.test(error.message)) return true;
  // Fatal errors close the connection.
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true;
  return 'syscall' in error && typeof error.syscall === 'string' && SOCKET_CALLS.has(error.syscall);
}

/** Errors lose their codes between threads, so the message must identify them. */
export function errorForOtherThread(error: unknown): unknown {
  return isDatabaseAway(error) ? new Error(FROM_THREAD, { cause: error }) : error;
}

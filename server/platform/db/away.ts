import { sqlState } from './transaction.ts';

/** SQLSTATEs of connection failures, of too many connections, and of a server that stops, crashed or starts. */
const AWAY_SQLSTATE = /^(?:08...|53300|57P0[1-5])$/;
/** System calls on the sockets of the database, the only server that this one connects to. */
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** Messages of the driver, whose errors have no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|Client (?:was closed|has encountered a connection error)|Cannot use a pool after|timeout (?:expired|exceeded when trying to connect))/;
/** Messages of a Citus coordinator whose worker died in the middle of a statement or transaction. Their codes don't say so. */
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

/** Returns whether an error says that the database can't be reached at the moment, not that a statement failed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host name with several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (AWAY_SQLSTATE.test(sqlState(error)) || DRIVER_MESSAGES.test(error.message)) return true;
  if (error.message === FROM_THREAD || WORKER_DIED.test(error.message)) return true;
  // PostgreSQL ends the connection after a fatal error, such as one for a database that accepts no connections.
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true;
  return 'syscall' in error && typeof error.syscall === 'string' && SOCKET_CALLS.has(error.syscall);
}

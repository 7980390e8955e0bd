import { availableParallelism, totalmem } from 'node:os';

const MB = 1024 ** 2;

function clamp(bytes: number, least: number, most: number): string {
  return `${Math.round(Math.min(most, Math.max(least, bytes)) / MB)}MB`;
}

/** Returns the memory available to this process, in bytes: the machine's, or a lower container limit. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Returns PostgreSQL settings for a machine shared with the application server. Sizes scale with `memory` (in
 * bytes) within bounds, so that PostgreSQL starts on a machine of 1 GB and uses one of 24 GB.
 */
export function serverSettings(
  memory = availableMemory(),
  cores = availableParallelism(),
): Record<string, string> {
  return {
    shared_buffers: clamp(memory / 8, 64 * MB, 2048 * MB),
    effective_cache_size: clamp(memory / 2, 128 * MB, 65536 * MB),
    work_mem: clamp(memory / 1024, 4 * MB, 16 * MB),
    maintenance_work_mem: clamp(memory / 32, 32 * MB, 512 * MB),
    autovacuum_work_mem: clamp(memory / 128, 32 * MB, 128 * MB),
    // Parallel queries take their memory from here first, because containers often limit /dev/shm to 64 MB.
    min_dynamic_shared_memory: clamp(memory / 128, 0, 64 * MB),
    max_parallel_workers_per_gather: String(Math.min(2, Math.max(0, cores - 1))),
    // Long checkpoint intervals: an import rewrites the same index pages again and again, and PostgreSQL logs
    // each whole once per checkpoint.
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    // Imports add rows by the hundred thousand; the default would wait for a fifth of the table.
    autovacuum_naptime: '20s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0.1',
    autovacuum_analyze_scale_factor: '0.02',
    autovacuum_vacuum_cost_limit: '1000',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The application reports failed statements; PostgreSQL would log the row's values with them.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '',
    lc_messages: 'C',
  };
}

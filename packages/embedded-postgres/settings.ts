import { availableParallelism, totalmem } from 'node:os';

const MB = 1024 ** 2;

function clamp(bytes: number, least: number, most: number): string {
  return `${Math.round(Math.min(most, Math.max(least, bytes)) / MB)}MB`;
}

/** Returns bytes, respecting container limits. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Settings for sharing a machine; sizes scale with `memory` (bytes). */
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
    // Containers often limit /dev/shm to 64 MB, so queries use this first.
    min_dynamic_shared_memory: clamp(memory / 128, 0, 64 * MB),
    max_parallel_workers_per_gather: String(Math.min(2, Math.max(0, cores - 1))),
    // Imports rewrite the same index pages, logged in full once per checkpoint.
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    // The default waits for a fifth of the table.
    autovacuum_naptime: '20s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0.1',
    autovacuum_analyze_scale_factor: '0.02',
    autovacuum_vacuum_cost_limit: '1000',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The application reports failed statements; PostgreSQL would log row values.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '',
    lc_messages: 'C',
  };
}

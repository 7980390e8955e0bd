import type { Blocks } from './blocks.ts';
import { type Comparison, MISSING } from './comparison.ts';
import { EXPECTED_MATCHES, EXPECTED_PAIRS, expectedOf, randomNumbers, shares } from './shares.ts';

const SESSION_PAIRS = 100_000;
/** Pairs of whole blocks below which those of divided blocks are used too. */
const FEW_PAIRS = 1_000;
const ROUNDS = 25;
/** Change of the share of matches at which a session has converged. */
const CONVERGED = 1e-5;
const SEED = 42;

/** Rules that almost only true pairs meet; they are checked in 1 of `every` blocks. */
export interface Rules {
  isCertain(a: number, b: number): boolean;
  every: number;
}

/** Pairs of a block key, counted by the levels of the comparisons that are used. */
interface Session {
  patterns: Map<string, number>;
  pairs: number;
  /** Pairs for which the rules hold. */
  certain: number;
}

/**
 * Returns the levels of a session's pairs. Divided blocks are left out if they can be: they hold few matches, and only
 * pairs that agree in something else are visited.
 */
export function sessionPairs(
  comparisons: readonly Comparison[],
  blocks: Blocks,
  number: number,
  { isCertain, every }: Rules,
): Session {
  let certain = 0;
  const random = randomNumbers(SEED + number);
  const samples = [true, false].map(() => ({ rows: new Uint32Array(2 * SESSION_PAIRS), seen: 0 }));
  const [whole, divided] = samples;
  blocks.visit(
    number,
    (a, b, isDivided) => {
      if (isCertain(a, b)) certain++;
      const sample = isDivided ? divided : whole;
      if (sample === undefined) return;
      // Keeps a random sample of all pairs, whatever their number.
      const place = sample.seen < SESSION_PAIRS ? sample.seen : Math.floor(random() * (sample.seen + 1));
      sample.seen++;
      if (place < SESSION_PAIRS) sample.rows.set([a, b], 2 * place);
    },
    every,
  );
  const patterns = new Map<string, number>();
  let pairs = 0;
  for (const { rows, seen } of samples) {
    if (pairs >= FEW_PAIRS) break;
    for (let n = 0; n < Math.min(seen, SESSION_PAIRS); n++, pairs++) {
      const [a, b] = [rows[2 * n] ?? 0, rows[2 * n + 1] ?? 0];
      const pattern = String.fromCharCode(...comparisons.map((comparison) => comparison.compare(a, b)));
      patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1);
    }
  }
  return { patterns, pairs, certain };
}

/** Runs expectation maximisation; returns the expected matches by level and the shares of the other pairs. */
export function maximise(
  comparisons: readonly Comparison[],
  { patterns, pairs }: Session,
  random: readonly number[][],
  fixed: readonly (number[] | null)[],
): { counts: number[][]; matches: number; u: number[][] } {
  const startM = comparisons.map((comparison, n) => fixed[n] ?? expectedOf(comparison));
  let [m, u, share] = [startM, [...random], 0.2];
  let counts: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    counts = m.map((row) => row.map(() => 0));
    const rest = m.map((row) => row.map(() => 0));
    let matches = 0;
    for (const [pattern, times] of patterns) {
      let odds = share / (1 - share);
      for (let n = 0; n < m.length; n++) {
        const level = pattern.charCodeAt(n);
        if (level !== MISSING) odds *= (m[n]?.[level] ?? 1) / (u[n]?.[level] ?? 1);
      }
      const matched = (times * odds) / (1 + odds);
      matches += matched;
      for (let n = 0; n < m.length; n++) {
        const level = pattern.charCodeAt(n);
        const [row, other] = [counts[n], rest[n]];
        if (level === MISSING || row === undefined || other === undefined) continue;
        row[level] = (row[level] ?? 0) + matched;
        other[level] = (other[level] ?? 0) + times - matched;
      }
    }
    const before = share;
    share = Math.min(Math.max(matches / pairs, 1e-6), 0.999);
    m = counts.map((row, n) => fixed[n] ?? shares(row, startM[n] ?? [], EXPECTED_MATCHES));
    u = rest.map((row, n) => shares(row, random[n] ?? [], EXPECTED_PAIRS));
    if (Math.abs(share - before) < CONVERGED) break;
  }
  return { counts, matches: share * pairs, u };
}

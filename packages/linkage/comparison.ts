/** A degree of agreement of two people in a field. */
export interface Level {
  name: string;
  /** Shares of true pairs and of random pairs that are expected before any data is seen. */
  m: number;
  u: number;
}

/** No level: one of the two has no value. */
export const MISSING = 255;

/** A way to compare two people; levels are numbered from 0. */
export interface Comparison {
  field: string;
  levels: readonly Level[];
  /** Lowest level at which the two agree as a block's pairs do. */
  agrees: number;
  /** Returns the level of a pair, or MISSING. */
  compare(a: number, b: number): number;
  /** Returns how often the agreeing value occurs and its weight in bits; null if the level has no frequencies. */
  frequency(level: number, a: number, b: number): Frequency | null;
}

export interface Frequency {
  /** Rows with the more frequent of the two values, and rows with any. */
  count: number;
  of: number;
  /** 1 for equal values, 0.5 for similar values. */
  weight: number;
  /** Level whose share of random pairs is the mean frequency. */
  exact: number;
}

export function levels(...rows: readonly [string, number, number][]): Level[] {
  return rows.map(([name, m, u]) => ({ name, m, u }));
}

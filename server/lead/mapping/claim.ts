/** Strength of a match; larger is better. */
export const STRENGTH = { keyword: 1, name: 2, exact: 3 } as const;

/** ColumnClaim of a column to a target. */
export interface ColumnClaim {
  target: string;
  /** Lead field that stores the value. Two targets of one field exclude each other. */
  slot: string;
  strength: number;
  /** Position of the last matched word: the last noun of a name says what it is (`IP Country`). */
  end: number;
  /** Letters matched: `ip address` is more specific than `address`. */
  length: number;
  /** Number of words that make another column the better choice for the field. */
  doubts: number;
  /** Number in the name, 0 and 1 being equal: phone1 comes before phone2. */
  ordinal: number;
}

/** Returns whether a claim says more about a column than another claim to the same column. */
export function moreTelling(claim: ColumnClaim, other: ColumnClaim): boolean {
  if (claim.strength !== other.strength) return claim.strength > other.strength;
  if (claim.end !== other.end) return claim.end > other.end;
  return claim.length > other.length;
}

/** Returns whether a column has the better claim to a field than the column that holds it. */
export function beats(claim: ColumnClaim, held: ColumnClaim): boolean {
  if (claim.strength !== held.strength) return claim.strength > held.strength;
  if (claim.doubts !== held.doubts) return claim.doubts < held.doubts;
  return claim.ordinal < held.ordinal;
}

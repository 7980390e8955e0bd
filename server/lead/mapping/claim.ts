/** Strength of a match; larger is better. */
export const STRENGTH = { keyword: 1, name: 2, exact: 3 } as const;

/** ColumnClaim of a column to a target. */
export interface ColumnClaim {
  target: string;
  /** Two targets of one field exclude each other. */
  slot: string;
  strength: number;
  /** The last noun of a name says what it is (`IP Country`). */
  end: number;
  /** Letters matched: `ip address` is more specific than `address`. */
  length: number;
  /** Words that make another column the better choice. */
  doubts: number;
  /** Number in the name, 0 and 1 being equal: phone1 comes before phone2. */
  ordinal: number;
}

export function moreTelling(claim: ColumnClaim, other: ColumnClaim): boolean {
  if (claim.strength !== other.strength) return claim.strength > other.strength;
  if (claim.end !== other.end) return claim.end > other.end;
  return claim.length > other.length;
}

export function beats(claim: ColumnClaim, held: ColumnClaim): boolean {
  if (claim.strength !== held.strength) return claim.strength > held.strength;
  if (claim.doubts !== held.doubts) return claim.doubts < held.doubts;
  return claim.ordinal < held.ordinal;
}

export type Band = 'certain' | 'likely' | 'possible';

export interface Reason {
  field: string;
  comparison: string;
  bits: number;
}

/** Two people that are likely the same, by their places; a < b. */
export interface ScoredPair {
  a: number;
  b: number;
  probability: number;
  band: Band;
}

export interface LinkedPair extends ScoredPair {
  reasons: Reason[];
}

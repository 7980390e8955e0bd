import type { SimilarHint } from '#contract/similar-lead.ts';

/** Returns `, 0.98` behind the name in a hint; certainty is never shown as 1. */
export function similarShare({ probability }: Pick<SimilarHint, 'probability'>): string {
  return `, ${Math.min(Math.floor(probability * 100) / 100, 0.99).toFixed(2)}`;
}

/** People's decision about a pair, with the evidence that it had without earlier answers. */
export interface PairAnswer {
  bits: number;
  isSame: boolean;
}

/** Standard deviation, in bits, of the shifts that are expected before anybody answers. */
const SPREAD = 1;
/** Answers concern the pairs that people looked at, so they lower the odds further than they raise them. */
const LOWEST = -10;
const HIGHEST = 1;
const ROUNDS = 30;

/** Returns the bits to add to the evidence of every pair, by which the answers are most likely; 0 without any. */
export function shiftOf(answers: readonly PairAnswer[]): number {
  let [low, high] = [LOWEST, HIGHEST];
  for (let round = 0; round < ROUNDS; round++) {
    const shift = (low + high) / 2;
    if (slopeAt(shift, answers) > 0) low = shift;
    else high = shift;
  }
  return Math.abs(low) < 1e-6 ? 0 : low;
}

/** Returns the slope of the answers' log likelihood, which falls as the shift grows. */
function slopeAt(shift: number, answers: readonly PairAnswer[]): number {
  const expected = answers.reduce((sum, { bits, isSame }) => {
    return sum + (isSame ? 1 : 0) - 1 / (1 + 2 ** -(bits + shift));
  }, 0);
  return expected * Math.LN2 - shift / SPREAD ** 2;
}

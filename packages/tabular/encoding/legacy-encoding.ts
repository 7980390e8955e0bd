import { LEGACY_ENCODINGS, type LegacyEncoding } from './alphabets.ts';
import { bytesDecoder } from './code-pages.ts';
import { plausibility } from './plausibility.ts';

/** Weight of the statistical detector. */
const STATISTICS = 0.4;
/** Bonus of Windows-1252, by far the commonest. */
const COMMONEST = 0.3;
/** Minimum plausibility for that bonus. */
const FITTING = 0.95;
/** Bonus per place in the list. */
const ORDER = 0.002;

/** jschardet's names that differ from WHATWG's. */
const SUPERSET_NAMES: Readonly<Record<string, LegacyEncoding>> = {
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  big5hkscs: 'big5',
};
/** Unknown to jschardet under these names. */
const WITHOUT_STATISTICS: ReadonlySet<string> = new Set(['windows-874', 'ibm850', 'ibm437', 'macintosh']);
const STATISTICAL_NAMES = [
  ...LEGACY_ENCODINGS.filter((name) => !WITHOUT_STATISTICS.has(name)),
  'cp874',
  'cp932',
  'cp949',
];

/**
 * Detects a non-Unicode encoding from a `TextSample`. Statistics, which need more text, only break near-ties of
 * plausibility.
 */
export async function detectLegacyEncoding(sample: Uint8Array): Promise<LegacyEncoding> {
  const fits = LEGACY_ENCODINGS.map((one) => plausibility(bytesDecoder(one)(sample), one));
  // A single byte proves nothing.
  const isSingle = sample.filter((byte) => byte >= 0x80).length === 1;
  if (isSingle && (fits[0] ?? 0) >= FITTING) return 'windows-1252';
  const confidences = await statistics(sample);
  const best = Math.max(Number.MIN_VALUE, ...confidences.values());
  const scores = LEGACY_ENCODINGS.map((encoding, index) => {
    const fit = fits[index] ?? 0;
    const advantage = encoding === 'windows-1252' && fit >= FITTING ? COMMONEST : 0;
    return fit + advantage + (STATISTICS * (confidences.get(encoding) ?? 0)) / best - ORDER * index;
  });
  return LEGACY_ENCODINGS[scores.indexOf(Math.max(...scores))] ?? 'windows-1252';
}

async function statistics(sample: Uint8Array): Promise<Map<LegacyEncoding, number>> {
  // Loaded on demand: its models take a megabyte.
  const { detectAll } = await import('jschardet');
  const found = new Map<LegacyEncoding, number>();
  const options = { detectEncodings: STATISTICAL_NAMES, minimumThreshold: 0 };
  for (const { encoding, confidence } of detectAll(sample, options)) {
    const name = encoding?.toLowerCase().replace('iso8859', 'iso-8859') ?? '';
    const known = SUPERSET_NAMES[name] ?? LEGACY_ENCODINGS.find((one) => one === name);
    if (known !== undefined) found.set(known, Math.max(found.get(known) ?? 0, confidence));
  }
  return found;
}

import { LEGACY_ENCODINGS, type LegacyEncoding } from './alphabets.ts';
import { plausibility } from './plausibility.ts';

/** Weight of the statistical detector next to the plausibility of the text. */
const STATISTICS = 0.4;
/** Advantage of Windows-1252, by far the commonest, over encodings that fit a text no better. */
const COMMONEST = 0.3;
/** Plausibility from which Windows-1252 gets its advantage. */
const FITTING = 0.95;
/** Advantage of an encoding over the next one of the list. */
const ORDER = 0.002;

/** Names of jschardet that differ from those of the WHATWG. */
const SUPERSET_NAMES: Readonly<Record<string, LegacyEncoding>> = {
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  big5hkscs: 'big5',
};
const STATISTICAL_NAMES = [
  ...LEGACY_ENCODINGS.filter((name) => name !== 'windows-874'),
  'cp874',
  'cp932',
  'cp949',
];

/**
 * Detects the encoding of text that is not Unicode from a sample (see `TextSample`). Statistics need far more text than
 * a list of names has, so they only decide between encodings under which the sample looks about equally well.
 */
export async function detectLegacyEncoding(sample: Uint8Array): Promise<LegacyEncoding> {
  const fits = LEGACY_ENCODINGS.map((one) => plausibility(new TextDecoder(one).decode(sample), one));
  // A single byte proves nothing. Windows-1252 is the first of the list.
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
  // Loaded when it is needed: its models take a megabyte, and most files are in UTF-8.
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

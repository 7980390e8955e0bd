import metadata from 'libphonenumber-js/metadata.max.json';

/** Mobile, fixed line and so on: pattern and possible lengths. */
interface NumberKind {
  pattern: RegExp;
  lengths: readonly number[];
}

/** Numbering plan of a region with compiled patterns. */
export interface NumberingPlan {
  region: string;
  callingCode: string;
  /** Prefix of international calls from the region. */
  exitCode: RegExp;
  /** Trunk prefix of national numbers; null without one. */
  trunkPrefix: RegExp | null;
  /** Pattern of all national numbers, without the trunk prefix. */
  general: RegExp;
  /** Distinguish regions of one calling code; null if kinds do. */
  leadingDigits: RegExp | null;
  kinds: readonly NumberKind[];
  /** Most digits of a national number of any kind. */
  longest: number;
}

/** Relevant positions of a region's metadata. An empty position is 0 or missing. */
type RegionMetadata = readonly [
  callingCode: string,
  exitCode: string,
  general: string,
  lengths: readonly number[],
  formats: unknown,
  trunkPrefix: string | 0,
  formattingRule: unknown,
  trunkPrefixForParsing: string | 0,
  transformRule: unknown,
  isPrefixOptional: unknown,
  leadingDigits: string | 0,
  kinds: readonly (readonly [pattern: string, lengths?: readonly number[]] | 0)[] | 0,
];

interface Metadata {
  country_calling_codes: Readonly<Record<string, readonly string[]>>;
  countries: Readonly<Record<string, RegionMetadata>>;
}

const { country_calling_codes: regionsOf, countries } = metadata as unknown as Metadata;
const compiled = new Map<string, NumberingPlan | null>();
const byCallingCode = new Map<string, readonly NumberingPlan[]>();

/** Null for a region whose plan lists no kinds of numbers. */
export function planOfRegion(region: string): NumberingPlan | null {
  let plan = compiled.get(region);
  if (plan === undefined) {
    plan = compilePlan(region);
    compiled.set(region, plan);
  }
  return plan;
}

/** The main region first; none for an unknown code, or if a region lacks a plan. */
export function plansOfCallingCode(callingCode: string): readonly NumberingPlan[] {
  let plans = byCallingCode.get(callingCode);
  if (plans === undefined) {
    const all = (Object.hasOwn(regionsOf, callingCode) ? (regionsOf[callingCode] ?? []) : []).map(
      planOfRegion,
    );
    const known = all.filter((plan) => plan !== null);
    // A number could belong to the region without a plan.
    plans = known.length === all.length ? known : [];
    byCallingCode.set(callingCode, plans);
  }
  return plans;
}

function compilePlan(region: string): NumberingPlan | null {
  const found = Object.hasOwn(countries, region) ? countries[region] : undefined;
  if (found === undefined) return null;
  const [callingCode, exitCode, general, lengths, , prefix, , prefixForParsing, , , leading, kinds] = found;
  if (!kinds || kinds.length === 0) return null;
  const trunk = prefixForParsing || prefix;
  const ofKinds = kinds.flatMap((kind) => (kind ? (kind[1] ?? lengths) : []));
  return {
    region,
    callingCode,
    exitCode: matchingStart(exitCode),
    trunkPrefix: trunk ? matchingStart(trunk) : null,
    general: matchingWhole(general),
    leadingDigits: leading ? matchingStart(leading) : null,
    kinds: kinds.flatMap((kind) => {
      if (!kind) return [];
      const [pattern, own = lengths] = kind;
      return pattern === '' ? [] : [{ pattern: matchingWhole(pattern), lengths: own }];
    }),
    longest: Math.max(...ofKinds),
  };
}

function matchingStart(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})`);
}

function matchingWhole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

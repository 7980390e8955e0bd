import metadata from 'libphonenumber-js/metadata.max.json';

/** One kind of numbers (mobile, fixed line, …) of a region: what they look like, and how many digits they have. */
interface NumberKind {
  pattern: RegExp;
  lengths: readonly number[];
}

/** The numbering plan of a region, its patterns compiled once. */
export interface NumberingPlan {
  region: string;
  callingCode: string;
  /** What international numbers are dialled with from there. */
  exitCode: RegExp;
  /** What is dialled before national numbers; null where nothing is. */
  trunkPrefix: RegExp | null;
  /** All national numbers, without the trunk prefix. */
  general: RegExp;
  /** First digits that tell the region from others of its calling code; null where the kinds tell. */
  leadingDigits: RegExp | null;
  kinds: readonly NumberKind[];
}

/** The places of a region's metadata that matter here; a place that says nothing is 0 or missing. */
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

/** The plan of a region (alpha-2); null for one without a plan that lists its kinds of numbers. */
export function planOf(region: string): NumberingPlan | null {
  let plan = compiled.get(region);
  if (plan === undefined) {
    plan = compile(region);
    compiled.set(region, plan);
  }
  return plan;
}

/** The plans of all regions with a calling code, the main one first; none for a code that belongs to no region. */
export function plansOf(callingCode: string): readonly NumberingPlan[] {
  let plans = byCallingCode.get(callingCode);
  if (plans === undefined) {
    const all = (Object.hasOwn(regionsOf, callingCode) ? (regionsOf[callingCode] ?? []) : []).map(planOf);
    const known = all.filter((plan) => plan !== null);
    // One that is not known could be the one a number belongs to.
    plans = known.length === all.length ? known : [];
    byCallingCode.set(callingCode, plans);
  }
  return plans;
}

function compile(region: string): NumberingPlan | null {
  const found = Object.hasOwn(countries, region) ? countries[region] : undefined;
  if (found === undefined) return null;
  const [callingCode, exitCode, general, lengths, , prefix, , prefixForParsing, , , leading, kinds] = found;
  if (!kinds || kinds.length === 0) return null;
  const trunk = prefixForParsing || prefix;
  return {
    region,
    callingCode,
    exitCode: fromStart(exitCode),
    trunkPrefix: trunk ? fromStart(trunk) : null,
    general: whole(general),
    leadingDigits: leading ? fromStart(leading) : null,
    kinds: kinds.flatMap((kind) => {
      if (!kind) return [];
      const [pattern, own = lengths] = kind;
      return pattern === '' ? [] : [{ pattern: whole(pattern), lengths: own }];
    }),
  };
}

function fromStart(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})`);
}

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

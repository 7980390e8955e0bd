import type { StoredLead } from '../rows/stored-lead.ts';
import { foldText, isPlainText } from '../values/fold-text.ts';

/**
 * Folded forms (`foldText`) of a lead's texts, in the column `folded`. PostgreSQL folds printable ASCII itself, so most leads
 * need none.
 */
export interface FoldedTexts {
  /** Full name and email, a line each. */
  search?: string;
  /** Custom fields that hold a text. */
  custom?: Record<string, string>;
}

/** The values of a lead that are folded. */
export interface FoldedValues {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  email?: string | null | undefined;
  customData?: Record<string, string | number | boolean> | undefined;
}

/** Returns the folded forms of a lead's texts; null if all of them are printable ASCII. */
export function foldedTexts({ firstName, lastName, email, customData }: FoldedValues): FoldedTexts | null {
  const lines = [`${firstName ?? ''} ${lastName ?? ''}`, email ?? ''];
  const custom = Object.entries(customData ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && !isPlainText(value) ? [[name, foldText(value)]] : [],
  );
  const isPlain = lines.every(isPlainText);
  if (isPlain && custom.length === 0) return null;
  return {
    ...(!isPlain && { search: lines.map(foldText).join('\n') }),
    ...(custom.length > 0 && { custom: Object.fromEntries(custom) }),
  };
}

/** Returns the folded forms of a stored lead's texts. */
export function foldedTextsOf(
  lead: Pick<StoredLead, 'first_name' | 'last_name' | 'email' | 'custom_data'>,
): FoldedTexts | null {
  const { first_name: firstName, last_name: lastName, email, custom_data: customData } = lead;
  return foldedTexts({ firstName, lastName, email, customData });
}

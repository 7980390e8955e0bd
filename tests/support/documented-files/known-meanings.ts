import type { Upload } from '#contract/uploads.ts';
import type { SignedIn } from '../client.ts';

/** Values of a file's column, each with the value that it is known to mean. */
interface ListedValues {
  columns: { column: string; values: { value: string; meaning: { value: string | null } | null }[] }[];
}

type ValueMaps = Record<string, Record<string, string | null>>;

/**
 * Returns the value maps that the wizard fills in without asking: the known meanings of a file's statuses.
 */
export async function knownMeanings(
  user: SignedIn,
  { uploadId, suggestedMapping }: Upload,
): Promise<{ valueMaps?: ValueMaps }> {
  const columns = Object.keys(suggestedMapping).filter((column) => suggestedMapping[column] === 'status');
  if (columns.length === 0) return {};
  const plan = { uploadId, columns, fieldMapping: suggestedMapping };
  const { status, body } = await user.post<ListedValues>('/api/imports/values', plan);
  if (status !== 200) throw new Error(`The values were refused with ${status}: ${JSON.stringify(body)}`);
  return { valueMaps: Object.fromEntries(body.columns.map((listed) => [listed.column, mapOf(listed)])) };
}

function mapOf({ values }: ListedValues['columns'][number]): ValueMaps[string] {
  return Object.fromEntries(
    values.flatMap(({ value, meaning }) => (meaning === null ? [] : [[value, meaning.value]])),
  );
}

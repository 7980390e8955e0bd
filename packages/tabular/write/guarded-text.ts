const DANGEROUS = /^'*[=+\-@\t\r]/;
const E164 = /^\+[1-9]\d{6,14}$/;

/** A cell as it is exported, where the database has not done so: by the rule of the cells of leads. */
export function guardedText(text: string): string {
  return DANGEROUS.test(text) && !E164.test(text) ? `'${text}` : text;
}

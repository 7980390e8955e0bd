/** Returns a customer number without the characters that file systems don't take. */
export function fileNamePart(number: string): string {
  return number.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60);
}

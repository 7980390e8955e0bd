/** What is wrong with a file, as a stable word. */
export type FileProblemCode =
  | 'empty'
  | 'not_supported'
  | 'truncated'
  | 'encrypted'
  | 'too_large_unpacked'
  | 'too_many_columns'
  | 'unknown_sheet'
  | 'broken';

/**
 * Thrown for everything that is wrong with a file itself, never for trouble in reading its bytes.
 * `message` is a plain sentence that can be shown to the user as it stands.
 */
export class FileProblem extends Error {
  readonly code: FileProblemCode;

  constructor(code: FileProblemCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileProblem';
    this.code = code;
  }
}

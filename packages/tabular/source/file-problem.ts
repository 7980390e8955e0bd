/** Stable code for a defect of a file. */
export type FileProblemCode =
  | 'empty'
  | 'not_supported'
  | 'truncated'
  | 'encrypted'
  | 'too_large_unpacked'
  | 'too_many_columns'
  | 'unknown_sheet'
  | 'unknown_header'
  | 'broken';

/**
 * Error for a defect of the file itself, never for a failure to read its bytes. `message` is a plain sentence
 * that the user can see unchanged.
 */
export class FileProblem extends Error {
  readonly code: FileProblemCode;

  constructor(code: FileProblemCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileProblem';
    this.code = code;
  }
}

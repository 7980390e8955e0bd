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

/** A defect of the file, never a failed read. Users may see `message`. */
export class FileProblem extends Error {
  readonly code: FileProblemCode;

  constructor(code: FileProblemCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileProblem';
    this.code = code;
  }
}

import { ANY_DUPLICATE, DUPLICATE_CODES } from '#contract/import-fixing.ts';
import type { Problem } from '../../../../lead/values/draft.ts';

/** A problem that rows of a grid have: what is wrong, and in which column. */
export type GridProblem = Pick<Problem, 'code' | 'column' | 'field' | 'message' | 'severity'>;

/** Positions of the duplicates in every list. */
export const IN_FILE = 0;
export const IN_DATABASE = 1;

const DUPLICATES: readonly GridProblem[] = [
  {
    code: 'duplicate_in_file',
    column: null,
    field: null,
    message: 'An earlier row has this email or phone',
    severity: 'error',
  },
  {
    code: 'duplicate_in_database',
    column: null,
    field: null,
    message: 'A lead with this email or phone already exists',
    severity: 'error',
  },
];

/** Maximum positions that fit into a smallint; further problems share the last one. */
const MAX_PROBLEMS = 30_000;

/** The different problems of a grid, in the order in which they were found. Rows name them by position. */
export class ProblemList {
  private readonly problems: GridProblem[];
  private readonly places = new Map<string, number>();
  /** Position of the problem that was sought last: rows next to each other mostly have the same one. */
  private last = 0;

  constructor(stored: readonly GridProblem[] = []) {
    this.problems = stored.length === 0 ? [...DUPLICATES] : [...stored];
    for (const [place, problem] of this.problems.entries()) this.places.set(keyOf(problem), place);
  }

  get all(): readonly GridProblem[] {
    return this.problems;
  }

  /** Whether further problems share a position. */
  get isFull(): boolean {
    return this.problems.length >= MAX_PROBLEMS;
  }

  at(place: number): GridProblem | undefined {
    return this.problems[place];
  }

  /** Returns the position of a problem, and adds it if it is new. */
  placeOf(problem: GridProblem): number {
    const last = this.problems[this.last];
    if (last === undefined || !isSame(last, problem)) this.last = this.findOrAdd(problem);
    return this.last;
  }

  private findOrAdd({ code, column, field, message, severity }: GridProblem): number {
    const key = keyOf({ code, column, field, message, severity });
    const known = this.places.get(key);
    if (known !== undefined) return known;
    if (this.problems.length >= MAX_PROBLEMS) return MAX_PROBLEMS - 1;
    const place = this.problems.push({ code, column, field, message, severity }) - 1;
    this.places.set(key, place);
    return place;
  }

  /** Returns the positions of the problems with this code and in this column; either may be left open. */
  matching(code: string | undefined, column: string | undefined): number[] {
    return this.problems.flatMap((problem, place) =>
      (code === undefined || hasCode(problem, code)) && (column === undefined || problem.column === column)
        ? [place]
        : [],
    );
  }
}

function hasCode(problem: GridProblem, code: string): boolean {
  return problem.code === code || (code === ANY_DUPLICATE && DUPLICATE_CODES.includes(problem.code));
}

function isSame(one: GridProblem, other: GridProblem): boolean {
  return (
    one.code === other.code &&
    one.column === other.column &&
    one.message === other.message &&
    one.severity === other.severity
  );
}

function keyOf({ code, column, message, severity }: GridProblem): string {
  // Made for each problem of each row, where JSON takes most of the time.
  return `${code}\n${severity}\n${column ?? ''}\n${column === null}\n${message}`;
}

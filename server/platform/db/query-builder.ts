import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { DB } from './schema.ts';

/** Anything Kysely can turn into SQL; `O` is the type of a row it returns. */
export interface Compilable<O> {
  compile(): CompiledQuery<O>;
}

/** Builds typed SQL and runs none: a statement is run by the transaction it belongs to. */
export const sqlFor = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

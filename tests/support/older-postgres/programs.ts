import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/**
 * Returns the folder of the package with the programs of an older PostgreSQL.
 * @throws when there is none for this platform
 */
export function olderPostgres(major: string): string {
  const name = `postgres-${major}-${process.platform}-${process.arch}`;
  try {
    // The package exports its entry alone, so its folder is found from there.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(`The tests need PostgreSQL ${major}, and the package ${name} is not installed`, {
      cause,
    });
  }
}

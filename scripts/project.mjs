import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A failure whose message says all the user needs: it is printed without a stack. */
export class CommandError extends Error {}

/** Every file below a path of the project (or the path itself when it is a file), sorted, without the skipped folders. */
function filesBelow(path, skipped) {
  if (!existsSync(path)) {
    return [];
  }
  const entries = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const full = join(folder, entry.name);
      if (entry.isDirectory()) {
        return skipped.includes(relative(root, full)) ? [] : entries(full);
      }
      return [full];
    });
  try {
    return entries(path).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') {
      return [path];
    }
    throw error;
  }
}

/**
 * A hash of the names and contents of the files below the given paths (relative to the project), with any further
 * facts that a result depends on. Contents rather than dates, which a fresh checkout changes.
 */
export function hashOf(paths, { skipped = [], facts = [] } = {}) {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const path of paths.flatMap((name) => filesBelow(join(root, name), skipped))) {
    hash.update(`\0${relative(root, path)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** The content of a stamp file of the project, or undefined. */
export function readStamp(name) {
  const path = join(root, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Records that a result now fits the hash. */
export function writeStamp(name, hash) {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, hash);
}

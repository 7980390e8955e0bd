import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A failure that is printed as its message, without a stack. */
export class CommandError extends Error {}

/** Returns the files below a path, or the path itself when it is a file, sorted and without the skipped folders. */
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
 * Returns a hash of the names and contents of the files below the given paths, which are relative to the project. It
 * leaves out modification times, because a fresh checkout changes them.
 */
export function hashOf(paths, { skipped = [] } = {}) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((name) => filesBelow(join(root, name), skipped))) {
    hash.update(`\0${relative(root, path)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Returns the content of a stamp file of the project, or undefined when it does not exist. */
export function readStamp(name) {
  const path = join(root, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Records the hash of the sources that a result was made from. */
export function writeStamp(name, hash) {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, hash);
}

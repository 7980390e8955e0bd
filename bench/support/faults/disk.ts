import { execFileSync } from 'node:child_process';
import { mkdirSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from './place.ts';

/** Size of a disk that holds the database and write-ahead log of a whole try several times over. */
export const DISK = '900m';

/** Returns the reason why no small disk can be made on this machine, or null. */
export async function diskHindrance(): Promise<string | null> {
  const disk = await mountDisk('16m').catch((error: Error) => error.message.split('\n').at(-1) ?? '');
  if (typeof disk === 'string') return `a tmpfs can't be mounted here (${disk.trim() || 'root is needed'})`;
  await disk.remove();
  return null;
}

/** A small file system with a ballast file. */
export interface Disk {
  /** Folder beside the disk, on another file system. */
  folder: string;
  path: string;
  /** Takes all the remaining space. `free` gives it back. */
  fill(): void;
  free(): void;
  remove(): Promise<void>;
}

const mounted = new Set<string>();
process.on('exit', () => {
  for (const path of mounted) unmount(path);
});

/** Mounts a tmpfs of this size, such as `900m`. */
export async function mountDisk(size: string): Promise<Disk> {
  const folder = await newFolder();
  const path = join(folder, 'disk');
  mkdirSync(path);
  const ballast = join(path, 'ballast');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  mounted.add(path);
  return {
    folder,
    path,
    fill: () => fillUp(path, ballast),
    free: () => rmSync(ballast, { force: true }),
    remove: async () => {
      unmount(path);
      rmdirSync(path);
      await rm(folder, { recursive: true });
    },
  };
}

function unmount(path: string): void {
  execFileSync('umount', ['-l', path]);
  mounted.delete(path);
}

function fillUp(path: string, ballast: string): void {
  let size = 0;
  for (let tries = 0; tries < 20; tries++) {
    const { bavail, bsize } = statfsSync(path);
    if (bavail === 0) return;
    size += bavail * bsize;
    try {
      execFileSync('fallocate', ['-l', String(size), ballast], { stdio: 'pipe' });
    } catch {
      // The database took the space first; the next round takes the remainder.
      size = 0;
      rmSync(ballast, { force: true });
    }
  }
  throw new Error(`The disk at ${path} could not be filled`);
}

import { existsSync, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Calls `onChange` with the path of each file that is created, changed or deleted below the folders; a folder that does
 * not exist is left out. Returns a function that ends the watch.
 *
 * Each folder has a watcher of its own. Node's recursive watch follows a file rather than its name and goes blind once an
 * editor saves by renaming a new file over the old one (seen with Node 24 on Linux).
 */
export function watchFolders(folders, onChange) {
  const watchers = new Map();

  function add(folder) {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_event, name) => onEvent(join(folder, name ?? '')));
    // A deleted folder ends its watcher, on some systems with an error.
    watcher.on('error', () => drop(folder));
    watchers.set(folder, watcher);
    for (const name of readdirSync(folder)) {
      if (isFolder(join(folder, name))) add(join(folder, name));
    }
  }

  function drop(folder) {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function onEvent(path) {
    if (!isFolder(path)) {
      drop(path);
      onChange(path);
    } else if (!watchers.has(path)) {
      add(path);
      // Files may have been created in it before the watcher was.
      for (const name of readdirSync(path, { recursive: true })) onChange(join(path, name));
    }
  }

  for (const folder of folders) {
    if (existsSync(folder)) add(folder);
  }
  return () => {
    for (const folder of [...watchers.keys()]) drop(folder);
  };
}

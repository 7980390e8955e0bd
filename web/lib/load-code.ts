import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { serverReach } from './server-reach.ts';

let isAhead = false;

/** Fetches the code of every screen into the browser's cache once the page is idle, so that all of it works offline. */
export function loadAhead(): void {
  (globalThis.requestIdleCallback ?? setTimeout)(async () => {
    try {
      for (const file of await (await fetch('/later.json')).json()) await (await fetch(file)).blob();
      isAhead = true;
    } catch {
      // Code then waits for the server.
    }
  });
}

/** Loads code; until all of it is in the cache, waits for the server, because browsers keep a failure. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (!isAhead) await serverReach.whenReachable();
  try {
    return await load();
  } catch (error) {
    if (await serverReach.check()) throw error;
    await serverReach.whenReachable();
    return load();
  }
}

/** Component whose code is loaded when it is first shown. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await loadCode(load) }));
}

/** A screen's component, loaded when the screen is opened. A failure without the server never reloads the page. */
export const screen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadCode(load), name);

import { lazyRouteComponent } from '@tanstack/react-router';
import { loadCode } from '../lib/load-code.ts';

/** A screen's component, loaded when the screen is opened. A failure without the server never reloads the page. */
export const screen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadCode(load), name);

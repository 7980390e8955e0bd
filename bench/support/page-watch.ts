import type { Page } from 'playwright-core';

/**
 * Time from a key press until other rows of the table are on the screen, and the server's share of it (ms).
 */
export interface KeyToRows {
  total: number;
  /** Time from the request to the last byte of the answer, counted from the key press. */
  server: number;
}

/** Time after which the rows count as unchanged because the answer contains the same ones. */
const UNCHANGED_MS = 2000;

// Runs in the page. Compares the text of the rows in each frame; the message is handled after that frame was
// drawn.
const WATCH = `
  globalThis.watch = { shift: 0 };
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) watch.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  watch.rows = () => document.querySelector('table[aria-label="Leads"] tbody')?.textContent ?? '';
  watch.start = () => {
    performance.clearResourceTimings();
    const before = watch.rows();
    const key = { down: 0 };
    addEventListener('keydown', ({ timeStamp }) => { key.down = timeStamp; }, { once: true, capture: true });
    watch.shown = new Promise((resolve) => {
      const look = () => {
        if (key.down > 0 && performance.now() - key.down > ${UNCHANGED_MS}) return resolve(null);
        if (watch.rows() === before) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(watch.took(key.down, performance.now()));
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    });
  };
  watch.took = (down, shown) => {
    const asked = performance.getEntriesByType('resource').filter(
      ({ name, responseEnd }) => name.includes('/api/leads?') && responseEnd > down && responseEnd < shown,
    );
    const { startTime, responseEnd } = asked.at(-1) ?? { startTime: down, responseEnd: down };
    return { total: shown - down, server: responseEnd - Math.max(down, startTime) };
  };
`;

/** Watches every page of the browser window from its start. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(WATCH);
}

/** Presses a key and waits for other rows; resolves to null when the rows stay the same. */
export async function pressForRows(page: Page, key: string): Promise<KeyToRows | null> {
  await page.evaluate('watch.start()');
  await page.keyboard.press(key);
  return page.evaluate<KeyToRows | null>('watch.shown');
}

/**
 * Returns the sum of all layout shifts since the page was opened, including those right after a key press.
 */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>('watch.shift');
}

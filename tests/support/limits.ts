/**
 * Limits for tests that hang, in milliseconds. They say nothing about speed: a test that holds on a quiet machine holds on
 * one that has ten times as much to do.
 */

/** For one condition to come true, one step in a browser, or one answer. */
export const CONDITION_HANGS_MS = 180_000;

/** For one test or hook, which waits for several conditions. */
export const TEST_HANGS_MS = 900_000;

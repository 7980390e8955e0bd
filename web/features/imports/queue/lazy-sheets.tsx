import { lazy } from 'react';

/** Parts of a file's card whose code loads when they open. */
export const LazyValuesSheet = lazy(async () => ({
  default: (await import('./values-sheet.tsx')).ValuesSheet,
}));
export const LazyReadingSheet = lazy(async () => ({
  default: (await import('./reading-sheet.tsx')).ReadingSheet,
}));

import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['12', '13', '14', '16', '20', '24', '30'],
      radius: ['control', 'card'],
      shadow: ['float'],
    },
  },
});

/** Joins class names; for the same CSS property the last class wins. */
export function cx(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}

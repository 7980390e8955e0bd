import type { DocumentedFile } from './documented-file.ts';
import { DUTCH_FILES } from './dutch.ts';
import { ENGLISH_ADS_FILES } from './english-ads.ts';
import { ENGLISH_BOOK_FILES } from './english-books.ts';
import { ENGLISH_CRM_FILES } from './english-crm.ts';
import { ENGLISH_SHOP_FILES } from './english-shops.ts';
import { FRENCH_FILES } from './french.ts';
import { GERMAN_FILES } from './german.ts';
import { ITALIAN_FILES } from './italian.ts';
import { POLISH_FILES } from './polish.ts';
import { PORTUGUESE_FILES } from './portuguese.ts';
import { RUSSIAN_FILES } from './russian.ts';
import { SPANISH_FILES } from './spanish.ts';
import { TURKISH_FILES } from './turkish.ts';

/** Documented files that the dictionaries were adapted to, by language. */
export const DOCUMENTED_FILES: readonly DocumentedFile[] = [
  ...ENGLISH_CRM_FILES,
  ...ENGLISH_ADS_FILES,
  ...ENGLISH_SHOP_FILES,
  ...ENGLISH_BOOK_FILES,
  ...GERMAN_FILES,
  ...FRENCH_FILES,
  ...SPANISH_FILES,
  ...PORTUGUESE_FILES,
  ...ITALIAN_FILES,
  ...DUTCH_FILES,
  ...POLISH_FILES,
  ...TURKISH_FILES,
  ...RUSSIAN_FILES,
];

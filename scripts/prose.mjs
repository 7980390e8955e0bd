import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const COMMENTED = '{contract,server,packages,web,scripts,tests,bench}/**/*.{ts,tsx,mjs,sql,css}';
const EXPORTING = '{contract,server,packages,web,scripts,tests,bench}/**/*.{ts,tsx,mjs}';
const GENERATED = /^\/\*\*\n \* This file was generated/;
const TEST = /\.(?:test|e2e)\.tsx?$/;

/** The start of a comment: its marker stands at the start of a line or after code, and then its first word. */
const COMMENT =
  /(?<=^|[\s;,{}()])(?<marker>\/\/+|\/\*\*?|--)[ \t]*(?:\r?\n[ \t]*\*[ \t]*)?(?<word>[\p{L}\p{N}_]*)/gmu;
const DISCOURAGED = /^(?:What|Whoever|Of)$/;
const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) +([\p{L}_$][\p{L}\p{N}_$]*)/gmu;

/** Returns the project's source files that match a glob, by path and text. */
function sources(glob) {
  const exclude = (path) => /(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(path);
  return globSync(glob, { cwd: root, exclude })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Returns the sources whose comments are checked. */
export function commentedSources() {
  return sources(COMMENTED);
}

/** Returns the sources whose exported names are to be unique: all but test files and generated ones. */
export function exportingSources() {
  return sources(EXPORTING).filter(({ path, text }) => !TEST.test(path) && !GENERATED.test(text));
}

/** Tells whether a `//` or `--` comment continues one on the line above. */
function continuesComment(text, start, marker) {
  if (marker.startsWith('/*')) return false;
  const [line = '', above = ''] = text.slice(0, start).split('\n').reverse();
  return line.trim() === '' && above.trim().startsWith(marker);
}

/**
 * Returns the first word of each comment of a source with the place of the comment. Lines of `//` or `--` that follow each
 * other are one comment. `--` counts only before a space, which leaves out CSS variables and decrements.
 */
export function firstWords({ path, text }) {
  return [...text.matchAll(COMMENT)]
    .filter(({ groups: { marker }, index }) => marker !== '--' || text.startsWith('-- ', index))
    .filter(({ groups: { marker }, index }) => !continuesComment(text, index, marker))
    .map(({ groups: { word }, index }) => ({
      word,
      place: `${path}:${text.slice(0, index).split('\n').length}`,
    }));
}

/** Returns the places of the comments that begin with a word that the style of this project avoids. */
export function discouragedComments(files) {
  return files
    .flatMap(firstWords)
    .filter(({ word }) => DISCOURAGED.test(word))
    .map(({ word, place }) => `${place} ${word}`);
}

/**
 * Returns the exported names that more than one file defines, each with the paths of those files. Default exports are left
 * out, because the importing file names them.
 */
export function sharedNames(files) {
  const paths = new Map();
  for (const { path, text } of files) {
    for (const [, name] of text.matchAll(EXPORT)) {
      paths.set(name, (paths.get(name) ?? new Set()).add(path));
    }
  }
  return [...paths]
    .filter(([, found]) => found.size > 1)
    .map(([name, found]) => `${name}: ${[...found].join(', ')}`)
    .sort();
}

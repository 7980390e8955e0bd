import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/**
 * Reads the stages of a Dockerfile by name: the image that each starts from, and its instructions in order.
 * Knows just what our own needs: no escapes, no heredocs and no onbuild.
 */
export function readDockerfile(path) {
  const stages = new Map();
  let stage;
  for (const { name, text } of instructionsOf(readFileSync(path, 'utf8'))) {
    if (name === 'FROM') {
      const [image, , as] = text.split(/\s+/);
      stage = { name: as, image, steps: [] };
      stages.set(as, stage);
    } else {
      stage.steps.push({ name, text });
    }
  }
  return stages;
}

function instructionsOf(text) {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  const joined = lines.join('\n').replaceAll(/\s*\\\n\s*/g, ' ');
  return joined.split('\n').map((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`Not understood: ${line}`);
    return { name, text: rest };
  });
}

/** Returns the arguments of a COPY: the stage to copy from, if any, the sources and the target. */
export function copyOf(text) {
  const words = text.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) };
}

/** Returns what a stage's ENV instructions set, its build arguments being empty. */
export function environmentOf({ steps }) {
  const pairs = steps.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(/\s+/));
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key, value] = pair.split(/=(.*)/);
      return [key, value.startsWith('$') ? '' : value];
    }),
  );
}

/** Returns the only text of an instruction in a stage. */
export function textOf({ steps }, instruction) {
  return steps.findLast(({ name }) => name === instruction)?.text ?? '';
}

/** Returns the program and arguments behind the CMD of an instruction. */
export function commandOf(text) {
  return JSON.parse(text.slice(text.indexOf('[')));
}

/** Returns a function that tells whether Docker is sent a file, by the last pattern of a .dockerignore that fits it. */
export function isSentBy(dockerignore) {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const rules = lines.map((line) => {
    const isSent = line.startsWith('!');
    return { isSent, glob: line.slice(isSent ? 1 : 0) };
  });
  // A pattern that fits a folder fits everything in it.
  const pathsOf = (path) => path.split('/').map((_part, at, parts) => parts.slice(0, at + 1).join('/'));
  return (path) =>
    rules.findLast(({ glob }) => pathsOf(path).some((part) => matchesGlob(part, glob)))?.isSent ?? true;
}

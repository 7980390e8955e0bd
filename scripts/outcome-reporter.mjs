import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './project.mjs';

/**
 * A Vitest reporter that writes an outcome as JSON: the number of passed tests, a line for each failure, and one for each test
 * that failed first and passed when it was retried, with its first error.
 */
export default class OutcomeReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const outcome = {
      passed: modules.flatMap(testsOf).filter((test) => test.result().state === 'passed').length,
      failures: [...modules.flatMap(failuresOf), ...unhandledErrors.map(lineOfUnhandled)],
      retried: modules.flatMap(retriedOf),
    };
    writeFileSync(process.env.TEST_OUTCOME, JSON.stringify(outcome));
  }
}

function testsOf(module) {
  return [...module.children.allTests()];
}

/** The failed tests of a file, and what failed outside of them: its loading and its hooks. */
function failuresOf(module) {
  const file = relative(root, module.moduleId);
  const tests = testsOf(module).filter((test) => test.result().state === 'failed');
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
  return [
    ...tests.map((test) => `${file} > ${test.fullName}`),
    ...errors.map(({ message }) => `${file}: ${firstLine(message)}`),
  ];
}

function retriedOf(module) {
  const file = relative(root, module.moduleId);
  return testsOf(module)
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => `${file} > ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`);
}

function lineOfUnhandled({ message, stack = '' }) {
  const place = stack.split('\n').find((line) => line.includes(root) && !line.includes('node_modules'));
  return `unhandled: ${firstLine(message)} ${place?.trim() ?? ''}`.trim();
}

function firstLine(text) {
  return String(text).split('\n')[0];
}

import { writeFileSync } from 'node:fs';

/** A Vitest reporter that writes the number of passed tests and the failures by name to the file TEST_REPORT. */
export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(resultOfRun(modules, unhandledErrors)));
  }
}

/** Returns `{ passed, failures }`: failed tests, failed hooks of a file or suite, and errors that no test caught. */
function resultOfRun(modules, unhandledErrors) {
  const all = modules.flatMap((module) => [...module.children.allTests()]);
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  return {
    passed: all.filter((test) => test.result().state === 'passed').length,
    failures: [
      ...all.filter((test) => test.result().state === 'failed').map(nameOf),
      ...suites.flatMap((suite) => suite.errors().map((error) => `${nameOf(suite)}: ${textOf(error)}`)),
      ...unhandledErrors.map((error) => `unhandled: ${textOf(error)}`),
    ],
  };
}

function nameOf(task) {
  const file = (task.module ?? task).relativeModuleId;
  return task.fullName === undefined ? file : `${file} > ${task.fullName}`;
}

function textOf({ name, message, stack }) {
  return stack ?? `${name}: ${message}`;
}

import { runCommand } from './command.mjs';

// npm run writing: counts what the law of writing forbids, names the places and exits with 1 when there are any.
await runCommand(async () => {
  const { commentedSources, discouragedComments, exportingSources, firstWords, sharedNames } = await import(
    './prose.mjs'
  );
  const commented = commentedSources();
  const comments = commented.flatMap(firstWords).length;
  const discouraged = discouragedComments(commented);
  const names = sharedNames(exportingSources());
  for (const line of [...discouraged, ...names]) console.log(line);
  console.log(`${discouraged.length} of ${comments} comments begin with "What", "Whoever" or "Of"`);
  console.log(`${names.length} exported names are defined in more than one file`);
  process.exitCode = discouraged.length + names.length > 0 ? 1 : 0;
});

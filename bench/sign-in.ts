// Measures whether signing in with an unknown name takes as long as with a wrong password, and the cost of a
// flood of sign-ins.
import { machineLine, peakMemory, percentile } from './support/machine.ts';
import { startBenchServer } from './support/server.ts';

/** Wrong passwords in a row before the right one; the server throttles an account from the eleventh on. */
const IN_A_ROW = 8;
const ROUNDS = 15;
const FLOOD = 1_000;

const server = await startBenchServer({ settings: { TRUST_PROXY: '127.0.0.1' } });
let addresses = 0;
let names = 0;
try {
  process.stdout.write(`${machineLine()}\n\n`);
  await compareTimes();
  await flood();
} finally {
  await server.stop();
}

/** Times wrong passwords and unknown names in turns, so that other load on the machine slows both. */
async function compareTimes(): Promise<void> {
  const wrong: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < IN_A_ROW; n++) {
      wrong.push((await signIn('bench', 'not the password')).ms);
      unknown.push((await signIn(`nobody-${++names}`, 'not the password')).ms);
    }
    await signIn('bench', 'correct horse battery');
  }
  process.stdout.write('| answered with 401 | p50 ms | p95 ms |\n|---|---|---|\n');
  for (const [name, times] of Object.entries({ 'wrong password': wrong, 'unknown name': unknown })) {
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    process.stdout.write(`| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |\n`);
  }
}

async function flood(): Promise<void> {
  const before = peakMemory(server.pid);
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: FLOOD }, () => signIn(`nobody-${++names}`, 'not the password')),
  );
  const seconds = (performance.now() - started) / 1000;
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  process.stdout.write(
    `\n${FLOOD} sign-ins at once: ${count(401)} checked, ${count(429)} turned away, in ${seconds.toFixed(1)} s; ` +
      `peak memory ${before} MB before, ${peakMemory(server.pid)} MB after\n`,
  );
}

/** Signs in from a new address each time, because the server would throttle a repeated one. */
async function signIn(username: string, password: string): Promise<{ status: number; ms: number }> {
  const address = `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const started = performance.now();
  const response = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username, password }),
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - started };
}

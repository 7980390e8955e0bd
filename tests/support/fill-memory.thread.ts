/** Keeps numbers until the thread has no memory left. */
export default async function run(): Promise<number> {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, () => Math.random()));
}

// Exits with 0 while the server of this container answers.
const address = `http://127.0.0.1:${process.env.PORT || 3000}/healthz`;
const answer = await fetch(address, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;

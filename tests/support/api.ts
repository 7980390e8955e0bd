import { readdir } from 'node:fs/promises';
import type { Endpoint } from '#contract/endpoint.ts';

const FOLDER = new URL('../../contract/', import.meta.url);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'reply' in value;
}

async function endpointsIn(file: string): Promise<Endpoint[]> {
  const exported: Record<string, unknown> = await import(new URL(file, FOLDER).href);
  return Object.values(exported).filter(isEndpoint);
}

const files = (await readdir(FOLDER)).filter((file) => /(?<!\.test)\.ts$/.test(file)).sort();

/** Every endpoint of the contract, reads first. */
export const API: readonly Endpoint[] = (await Promise.all(files.map(endpointsIn)))
  .flat()
  .sort((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'));

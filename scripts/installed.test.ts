import { expect, test } from 'vitest';
import { missingPackages } from './installed.mjs';

const fastify = { version: '5.0.0', integrity: 'sha512-a' };
const vite = { version: '8.0.0', integrity: 'sha512-b', dev: true };
const postgres = { version: '18.0.0', optional: true, os: ['linux'], cpu: ['x64'] };
const darwin = { ...postgres, os: ['darwin'] };
const lockfile = {
  packages: {
    '': { optionalDependencies: { postgres: '18.0.0', darwin: '18.0.0' } },
    'node_modules/fastify': fastify,
    'node_modules/vite': vite,
    'node_modules/postgres': postgres,
    'node_modules/darwin': darwin,
    'node_modules/fastify/node_modules/faster': { version: '1.0.0', optional: true },
  },
};
const everything = {
  packages: { 'node_modules/fastify': fastify, 'node_modules/vite': vite, 'node_modules/postgres': postgres },
};
const here = { dev: true, platform: 'linux', arch: 'x64' };

function without(name: string) {
  const packages = Object.entries(everything.packages).filter(([path]) => path !== `node_modules/${name}`);
  return { packages: Object.fromEntries(packages) };
}

test('asks for nothing that another platform or an optional dependency of a package would add', () => {
  expect(missingPackages(lockfile, everything, here)).toEqual([]);
});

test('asks for every package when nothing was installed, or an installation was cut off', () => {
  const needed = ['node_modules/fastify', 'node_modules/vite', 'node_modules/postgres'];
  expect(missingPackages(lockfile, {}, here)).toEqual(needed);
});

test('asks for a package whose version or content changed', () => {
  const older = {
    packages: { ...everything.packages, 'node_modules/fastify': { ...fastify, version: '4.9.0' } },
  };
  const other = {
    packages: { ...everything.packages, 'node_modules/fastify': { ...fastify, integrity: 'sha512-z' } },
  };
  expect(missingPackages(lockfile, older, here)).toEqual(['node_modules/fastify']);
  expect(missingPackages(lockfile, other, here)).toEqual(['node_modules/fastify']);
});

test('asks for the optional packages of the project itself on a platform they exist for', () => {
  expect(missingPackages(lockfile, without('postgres'), here)).toEqual(['node_modules/postgres']);
  const mac = { ...here, platform: 'darwin' };
  expect(missingPackages(lockfile, everything, mac)).toEqual(['node_modules/darwin']);
  expect(missingPackages(lockfile, everything, { ...here, arch: 's390x' })).toEqual([]);
});

test('asks for development packages only where they are needed', () => {
  expect(missingPackages(lockfile, without('vite'), here)).toEqual(['node_modules/vite']);
  expect(missingPackages(lockfile, without('vite'), { ...here, dev: false })).toEqual([]);
});

test('asks for a linked folder, which has no version, until it is there', () => {
  const linked = { packages: { ...lockfile.packages, 'node_modules/older': { link: true, dev: true } } };
  const installed = { packages: { ...everything.packages, 'node_modules/older': { link: true } } };
  expect(missingPackages(linked, everything, here)).toEqual(['node_modules/older']);
  expect(missingPackages(linked, installed, here)).toEqual([]);
});

test('asks for no linked folder that only development needs, which the lockfile does not mark', () => {
  const { '': project, ...packages } = lockfile.packages;
  const linked = {
    packages: {
      '': { ...project, devDependencies: { older: 'file:older' } },
      ...packages,
      'node_modules/older': { resolved: 'older', link: true },
    },
  };
  expect(missingPackages(linked, everything, here)).toEqual(['node_modules/older']);
  expect(missingPackages(linked, everything, { ...here, dev: false })).toEqual([]);
});

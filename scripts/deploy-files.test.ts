import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { API } from '#tests/support/api.ts';
import { root } from './project.mjs';

// Dockerfile, compose.yaml and docs/deploy/kubernetes.yaml agree with the product and with themselves.

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings = [...read('README.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name);
const paths: readonly string[] = API.map(({ path }) => path);

interface Workload {
  kind: string;
  apiVersion: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: the shape of each kind is what the tests check
  spec: any;
}

const kubernetes = parseAllDocuments(read('docs/deploy/kubernetes.yaml')).map(
  (document) => document.toJS() as Workload,
);

function only(kind: string): Workload {
  const found = kubernetes.filter((document) => document.kind === kind);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} of ${kind}`);
  return found[0];
}

test('a release has one version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: { '': { version: string } };
  };
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  expect([...read('Dockerfile').matchAll(/image\.version=(\S+)/g)].map(([, label]) => label)).toEqual([
    version,
    version,
  ]);
  expect(only('Deployment').spec.template.spec.containers[0].image).toMatch(new RegExp(`:${version}$`));
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

test('the Kubernetes example runs two servers that its service and its budget select', () => {
  expect(kubernetes.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
    'apps/v1 Deployment',
    'v1 Service',
    'policy/v1 PodDisruptionBudget',
    'networking.k8s.io/v1 Ingress',
  ]);
  const { replicas, selector, template } = only('Deployment').spec;
  expect(replicas).toBe(2);
  const labels = template.metadata.labels;
  expect(selector.matchLabels).toEqual(labels);
  expect(only('Service').spec.selector).toEqual(labels);
  expect(only('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  const [backend] = only('Ingress').spec.rules[0].http.paths;
  expect(backend.backend.service.name).toBe(only('Service').metadata.name);
  expect(backend.backend.service.port.name).toBe(only('Service').spec.ports[0].name);
});

test('its probes, settings and mounts exist, and its root is read-only', () => {
  const { containers, volumes, securityContext } = only('Deployment').spec.template.spec;
  const [server] = containers;
  const ports = server.ports.map(({ name }: { name: string }) => name);
  expect(only('Service').spec.ports[0].targetPort).toBe(ports[0]);
  for (const probe of [server.startupProbe, server.livenessProbe, server.readinessProbe]) {
    expect(paths).toContain(probe.httpGet.path);
    expect(ports).toContain(probe.httpGet.port);
  }
  for (const { name } of server.env) expect(settings).toContain(name);
  const mounted = server.volumeMounts.map(({ name }: { name: string }) => name);
  expect(volumes.map(({ name }: { name: string }) => name)).toEqual(mounted);
  expect(server.securityContext).toMatchObject({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
  });
  expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
});

test('Docker Compose has a server, PostgreSQL 18 and a proxy, with settings and files that exist', () => {
  const { services, volumes } = parse(read('compose.yaml')) as {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    services: Record<string, any>;
    volumes: Record<string, unknown>;
  };
  expect(Object.keys(services)).toEqual(['server', 'postgres', 'proxy']);
  expect(services['postgres'].image).toBe('postgres:18');
  expect(services['server'].read_only).toBe(true);
  for (const name of Object.keys(services['server'].environment)) expect(settings).toContain(name);
  for (const { depends_on = {} } of Object.values(services)) {
    for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name);
  }
  for (const mount of Object.values(services).flatMap(({ volumes: mounts = [] }) => mounts as string[])) {
    const [source = ''] = mount.split(':');
    expect(source.startsWith('./') ? existsSync(join(root, source)) : source in volumes).toBe(true);
  }
  // The variables of the Caddyfile are those that the proxy gets.
  const used = [...read('docs/deploy/Caddyfile').matchAll(/\{\$([A-Z]+)\}/g)].map(([, name]) => name);
  expect(Object.keys(services['proxy'].environment).sort()).toEqual(used.sort());
});

test('both images name their bases, run as nobody special, and say how to tell that they are well', () => {
  const text = read('Dockerfile');
  for (const [, image] of text.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/:(?!latest$)[\w.-]+$/);
  const images = text.split(/^FROM /m).filter((stage) => / AS (?:embedded|server)\n/.test(stage));
  expect(images).toHaveLength(2);
  for (const image of images) {
    expect(image).toMatch(/^USER [1-9]\d*$/m);
    expect(image).toMatch(/^CMD .*"server\/main\.ts"\]$/m);
    const [, script = ''] = /^HEALTHCHECK .*"(scripts\/\S+)"\]$/m.exec(image) ?? [];
    expect(existsSync(join(root, script))).toBe(true);
  }
});

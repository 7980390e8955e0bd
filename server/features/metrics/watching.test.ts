import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { signUp } from '#tests/support/client.ts';
import { headingAnchors } from '#tests/support/markdown.ts';
import { type MetricSelector, selectorsOf } from '#tests/support/promql.ts';

// docs/deploy/grafana.json, alerts.yaml and prometheus.yaml name what /metrics really has.

interface Alert {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook: string };
}

interface Dashboard {
  panels: { title: string; description?: string; targets?: { expr: string }[] }[];
  templating: { list: { query: string | { query: string } }[] };
}

const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
const alerts = (parse(read('deploy/alerts.yaml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const dashboard = JSON.parse(read('deploy/grafana.json')) as Dashboard;

/** Labels of every series of a metric. */
type Scrape = Map<string, Record<string, string>[]>;

/** Labels that Prometheus adds to what it reads, and the metric that it writes itself. */
const ADDED_LABELS = ['job', 'instance'];
const ADDED_METRIC = 'up';

let app: TestApp;
let folder: string;
let scrape: Scrape;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-watching-'));
  const backups = { folder, at: ['02:00'], keep: 1, passphraseFile: null };
  app = await startTestApp({ config: { backups }, jobs: false });
  const user = await signUp(app.url);
  await user.get('/api/leads');
  await app.context.db.owner.query(
    `SELECT graphile_worker.add_job('nobodys_task', run_at => now() + interval '1 day')`,
  );
  scrape = seriesOf(await (await fetch(`${app.url}/metrics`)).text());
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function seriesOf(text: string): Scrape {
  const series: Scrape = new Map();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, label, value]) => [label, value]);
    series.set(name, [...(series.get(name) ?? []), Object.fromEntries(pairs)]);
  }
  return series;
}

/** Returns what a selector names that the scrape does not have. */
function missing({ metric, labels }: MetricSelector): string[] {
  if (metric === ADDED_METRIC) return [];
  const series = scrape.get(metric);
  if (series === undefined) return [metric];
  return labels
    .filter(({ name }) => !ADDED_LABELS.includes(name))
    .filter(
      ({ name, operator, value }) =>
        !series.some((labelsOf) => name in labelsOf && (operator === '=~' || labelsOf[name] === value)),
    )
    .filter(({ name, operator }) => !(operator === '!~' && series.some((labelsOf) => name in labelsOf)))
    .map(({ name, value }) => `${metric}{${name}="${value}"}`);
}

test('selectors are read from expressions', () => {
  const expr = `histogram_quantile(0.9, sum by (le) (rate(a_bucket{b!~".*(c|d).*", e="f"}[5m]))) / on (g) h > 2 or vector(0)`;
  expect(selectorsOf(expr)).toEqual([
    {
      metric: 'a_bucket',
      labels: [
        { name: 'b', operator: '!~', value: '.*(c|d).*' },
        { name: 'e', operator: '=', value: 'f' },
      ],
    },
    { metric: 'h', labels: [] },
  ]);
  expect(missing({ metric: 'nothing_of_the_kind', labels: [] })).toEqual(['nothing_of_the_kind']);
  const wrong = { name: 'state', operator: '=', value: 'lost' };
  expect(missing({ metric: 'lead_manager_jobs', labels: [wrong] })).toEqual([
    'lead_manager_jobs{state="lost"}',
  ]);
});

test('the dashboard names what a scrape has', () => {
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(20);
  const variables = dashboard.templating.list.flatMap(({ query }) =>
    typeof query === 'string' ? [] : [query.query],
  );
  const named = [...expressions, ...variables.map((query) => query.replace(/, *\w+\)$/, ')'))].flatMap(
    selectorsOf,
  );
  expect(named.flatMap(missing)).toEqual([]);
  const alerted = alerts.flatMap(({ expr }) => selectorsOf(expr));
  const used = new Set([...named, ...alerted].map(({ metric }) => metric));
  const ours = [...scrape.keys()].filter((name) => name.startsWith('lead_manager_'));
  expect(ours.filter((name) => !used.has(name))).toEqual([]);
});

test('eight alerts name what a scrape has, and the page says what to do about each', () => {
  expect(alerts).toHaveLength(8);
  expect(alerts.flatMap(({ expr }) => selectorsOf(expr)).flatMap(missing)).toEqual([]);
  const anchors = headingAnchors(read('operations/monitoring.md'));
  for (const { alert, labels, annotations, for: during } of alerts) {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(during).toMatch(/^\d+m$/);
    expect(annotations.summary).not.toBe('');
    expect(annotations.runbook).toBe(`docs/operations/monitoring.md#${alert.toLowerCase()}`);
    expect(anchors).toContain(alert.toLowerCase());
  }
});

test('the alert on durations leaves out what lasts as long as it lasts', () => {
  const slow = alerts.find(({ alert }) => alert === 'LeadManagerSlow');
  const left = selectorsOf(slow?.expr ?? '')[0]?.labels.find(({ operator }) => operator === '!~');
  const isLeftOut = (path: string) => new RegExp(`^(?:${left?.value})$`).test(path);
  const long = API.filter(
    ({ replies, body, reply, path }) =>
      path !== '/metrics' && (replies === 'stream' || body === 'multipart' || reply.type === 'string'),
  );
  expect(long.map(({ path }) => path).filter((path) => !isLeftOut(path))).toEqual([]);
  expect(isLeftOut('/api/leads')).toBe(false);
  expect(isLeftOut('/api/v1/leads')).toBe(false);
});

test('the example of a scrape reads the alerts and sends the token', () => {
  const config = parse(read('deploy/prometheus.yaml')) as {
    rule_files: string[];
    scrape_configs: { job_name: string; authorization: object }[];
  };
  expect(config.rule_files).toEqual(['alerts.yaml']);
  const [job] = config.scrape_configs;
  expect(job?.authorization).toHaveProperty('credentials_file');
  // LeadManagerDown goes by this name.
  expect(alerts[0]?.expr).toContain(`job="${job?.job_name}"`);
});

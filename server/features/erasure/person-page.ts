import type { PersonRecord } from '#contract/erasures.ts';
import { escapedHtml, printPage, stylePolicy } from '../../platform/http/print-page.ts';

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
table{width:100%;border-collapse:collapse;margin:.5rem 0 1.5rem}
th,td{padding:.3rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid #ccc;overflow-wrap:anywhere}
th{width:12rem;font-weight:600}
table{break-inside:avoid}`;

export const PERSON_POLICY = stylePolicy(STYLE);

const TITLES: Record<PersonRecord['places'][number]['place'], string> = {
  leads: 'Leads',
  trash: 'Leads in the bin',
  notes: 'Notes',
  timeline: 'Timeline',
  sales: 'Sales',
  reports: 'Import reports',
  uploads: 'Uploaded files',
  drafts: 'Drafts and saved mappings',
  grids: 'Open grids',
  queue: 'Files waiting for import',
  audit: 'Audit logs',
  views: 'Saved views',
  replies: 'Stored API replies',
  operations: 'Operations',
  deliveries: 'Deliveries',
  consents: 'Consents',
  suppressions: 'Suppression lists',
};

/** Returns everything about a person as a page to print, without scripts. */
export function personPage({ emails, phones, places }: PersonRecord): string {
  const sections = places.map(
    ({ place, records }) =>
      `<h2>${TITLES[place]} (${records.length})</h2>\n${records.map(tableOf).join('\n')}`,
  );
  const named = [...emails, ...phones].map(escapedHtml).join('<br>');
  return printPage('Personal data', STYLE, `<h1>Personal data</h1>\n<p>${named}</p>\n${sections.join('\n')}`);
}

function tableOf(record: Record<string, unknown>): string {
  const rows = Object.entries(record).map(
    ([name, value]) =>
      `<tr><th scope="row">${escapedHtml(titleOf(name))}</th><td>${escapedHtml(textOf(value))}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

function titleOf(column: string): string {
  const words = column.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

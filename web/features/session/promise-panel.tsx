import { Globe2, type LucideIcon, ShieldCheck, Upload } from 'lucide-react';

interface RawRow {
  text: string;
  /** Index of the resulting lead. */
  lead: number;
  duplicate?: true;
}

const ROWS: readonly RawRow[] = [
  { text: 'DUPONT, marie;06 12 34 56 78;FR', lead: 0 },
  { text: 'tobi okafor;0803 555 0142;ng', lead: 1 },
  { text: 'Marie Dupont;+33612345678;', lead: 0, duplicate: true },
  { text: 'SATO kenji;090-1234-5678;Japan', lead: 2 },
  { text: 'ana ruiz;0034 612 345 678;', lead: 3 },
];

const LEADS = [
  { name: 'Marie Dupont', initials: 'MD', phone: '+33612345678', country: 'France' },
  { name: 'Tobi Okafor', initials: 'TO', phone: '+2348035550142', country: 'Nigeria' },
  { name: 'Kenji Sato', initials: 'KS', phone: '+819012345678', country: 'Japan' },
  { name: 'Ana Ruiz', initials: 'AR', phone: '+34612345678', country: 'Spain' },
] as const;

const ROW_TOP = 48;
const ROW_HEIGHT = 43;
const FILE_WIDTH = 250;
const LEAD_LEFT = 372;
const LEAD_HEIGHT = 58;
const LEAD_STEP = 70;

const rowMiddle = (index: number) => ROW_TOP + ROW_HEIGHT * (index + 0.5);
const leadMiddle = (index: number) => LEAD_HEIGHT / 2 + LEAD_STEP * index + 1;

function File() {
  return (
    <g>
      <rect x="1" y="1" width={FILE_WIDTH} height="268" rx="10" className="fill-canvas stroke-line" />
      <path d={`M1 42.5 h${FILE_WIDTH}`} className="stroke-line" />
      <text x="17" y="26" className="fill-muted text-12 font-medium">
        contacts.csv
      </text>
      <text x={FILE_WIDTH - 15} y="26" textAnchor="end" className="fill-muted text-12 tabular-nums">
        5 rows
      </text>
      {ROWS.map((row, index) => (
        <text
          key={row.text}
          x="17"
          y={rowMiddle(index) + 4}
          className={`font-mono text-[11px] ${row.duplicate ? 'fill-muted line-through' : 'fill-text'}`}
        >
          {row.text}
        </text>
      ))}
    </g>
  );
}

function Threads() {
  const middle = (FILE_WIDTH + LEAD_LEFT) / 2;
  return (
    <g fill="none" strokeWidth="1.5">
      {ROWS.map((row, index) => {
        const from = rowMiddle(index);
        const to = leadMiddle(row.lead);
        const line = `M${FILE_WIDTH + 1} ${from} C${middle} ${from} ${middle} ${to} ${LEAD_LEFT} ${to}`;
        return (
          <g key={row.text} className={row.duplicate ? 'stroke-line-strong' : 'stroke-accent'}>
            <path d={line} strokeDasharray={row.duplicate ? '3 4' : undefined} />
            <circle cx={FILE_WIDTH + 1} cy={from} r="3" className="fill-surface" />
          </g>
        );
      })}
    </g>
  );
}

function Leads() {
  return LEADS.map((lead, index) => (
    <g key={lead.name} transform={`translate(${LEAD_LEFT} ${leadMiddle(index) - LEAD_HEIGHT / 2})`}>
      <rect width="267" height={LEAD_HEIGHT} rx="10" className="fill-raised stroke-line" />
      <circle cx="31" cy="29" r="16" className="fill-accent-tint" />
      <text x="31" y="33" textAnchor="middle" className="fill-accent text-[11px] font-semibold">
        {lead.initials}
      </text>
      <text x="59" y="25" className="fill-text text-13 font-semibold">
        {lead.name}
      </text>
      <text x="59" y="43" className="fill-muted text-12 tabular-nums">
        {lead.phone}
      </text>
      <text x="251" y="25" textAnchor="end" className="fill-muted text-12">
        {lead.country}
      </text>
      <circle cx="214" cy="39" r="3" className="fill-positive" />
      <text x="251" y="43" textAnchor="end" className="fill-positive text-12 font-medium">
        Valid
      </text>
    </g>
  ));
}

/** Draws five rows of a file, including a duplicate, that become four leads. */
function RowsToLeads() {
  return (
    <svg
      viewBox="0 0 640 270"
      role="img"
      aria-label="Five untidy rows of a file become four clean leads; one row is recognized as a duplicate"
      className="mx-auto w-full max-w-[42rem]"
    >
      <File />
      <Threads />
      <Leads />
    </svg>
  );
}

interface Promised {
  icon: LucideIcon;
  title: string;
  text: string;
}

const PROMISES: readonly Promised[] = [
  {
    icon: Upload,
    title: 'Bulk import',
    text: 'CSV and Excel up to 100MB, with columns mapped for you.',
  },
  { icon: Globe2, title: 'Real-time dashboards', text: 'Country insights that update with every import.' },
  {
    icon: ShieldCheck,
    title: 'Secure, private data',
    text: 'Only your organization can see its leads.',
  },
];

/** Illustrates the product on large screens: rows become leads. */
export function PromisePanel() {
  return (
    <aside
      aria-label="What Lead Manager does"
      className="hidden flex-col justify-center gap-12 border-l border-line bg-surface px-10 py-12 lg:flex xl:px-16"
    >
      <RowsToLeads />
      <ul className="mx-auto grid w-full max-w-[42rem] grid-cols-3 gap-8">
        {PROMISES.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon className="size-5 text-muted" strokeWidth={1.75} aria-hidden />
            <h2 className="mt-3 text-14 font-semibold">{title}</h2>
            <p className="mt-1 text-13 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </aside>
  );
}

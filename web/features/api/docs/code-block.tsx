import { CopyButton } from '../../../ui/copy-button.tsx';

interface CodeBlockProps {
  /** What it is, for the name of the region and of the button that copies it. */
  label: string;
  code: string;
}

// The region takes the keyboard's focus, so that it can be scrolled without a mouse.
const SCROLLABLE = { tabIndex: 0 };

/** Code as it stands, with a button that copies it. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 rounded-control border border-line bg-canvas">
      <section
        aria-label={label}
        {...SCROLLABLE}
        className="max-h-[32rem] overflow-auto rounded-control [scrollbar-color:var(--line-strong)_transparent] [scrollbar-width:thin]"
      >
        <pre className="w-max min-w-full p-3 pr-24 font-mono text-12 leading-5">{code}</pre>
      </section>
      <CopyButton text={code} label={`Copy: ${label}`} className="absolute top-1.5 right-1.5" />
    </div>
  );
}

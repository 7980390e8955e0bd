import { CopyButton } from './copy-button.tsx';

export interface SecretProps {
  label: string;
  value: string;
}

export function Secret({ label, value }: SecretProps) {
  return (
    <div>
      <p className="mb-1.5 text-13 font-medium">{label}</p>
      <div className="flex items-center gap-2 rounded-control border border-line bg-canvas py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-14 break-all select-all">{value}</code>
        <CopyButton text={value} label={`Copy the ${label.toLowerCase()}`} />
      </div>
    </div>
  );
}

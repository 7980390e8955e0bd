import type { ReactNode } from 'react';
import { useBesideWidth } from '../../../lib/use-media-query.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';

export interface RecordPanelProps {
  title: string;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a lead next to the list, or above it in narrow windows. */
export function RecordPanel({ onClose, ...rest }: RecordPanelProps) {
  const beside = useBesideWidth();
  // LeadScreen keeps this width free.
  if (beside) return <SidePanel {...rest} onClose={onClose} className="w-[28rem] 2xl:w-[34rem]" />;
  return <Sheet {...rest} onClose={onClose} className="w-[36rem] max-md:w-full max-md:max-w-full" />;
}

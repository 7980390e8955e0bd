import { Search, User } from 'lucide-react';
import type { Lead } from '#contract/leads.ts';
import type { Command } from './commands.ts';

const GROUP = 'Leads';

/** Returns commands that open the leads, and one that shows all leads matching the typed text. */
export function leadCommands(
  leads: readonly Lead[],
  typed: string,
  onOpenLead: (id: string) => void,
  onSearchLeads: (text: string) => void,
): Command[] {
  const text = typed.trim();
  if (text === '') return [];
  return [
    ...leads.map((lead): Command => {
      const name = [lead.firstName, lead.lastName].filter(Boolean).join(' ');
      const [label = '', hint = ''] = [name, lead.email, lead.phone].filter(
        (one): one is string => one !== null && one !== '',
      );
      return { id: lead.id, label, hint, group: GROUP, icon: User, run: () => onOpenLead(lead.id) };
    }),
    {
      id: 'search-leads',
      label: `Search leads for "${text}"`,
      group: GROUP,
      icon: Search,
      run: () => onSearchLeads(text),
    },
  ];
}

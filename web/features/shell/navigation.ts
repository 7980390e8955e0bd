import {
  BadgeDollarSign,
  Ban,
  Building2,
  ClipboardList,
  Contact,
  Files,
  FileUp,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  PhoneCall,
  ScrollText,
  Settings,
  ShieldCheck,
  UserCog,
  UserSearch,
  Users,
  Wrench,
} from 'lucide-react';
import type { CurrentUser } from '#contract/current-user.ts';

const NAVIGATION = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/import', label: 'Import Leads', icon: FileUp },
  { to: '/multi-import', label: 'Multi-File Import', icon: Files },
  { to: '/leads', label: 'Lead Management', icon: Users },
  { to: '/history', label: 'Import History', icon: History },
  { to: '/hlr-update', label: 'HLR Status Update', icon: PhoneCall },
  { to: '/mark-sold', label: 'Mark Sold', icon: BadgeDollarSign },
  { to: '/customers', label: 'Customers', icon: Contact },
  { to: '/orders', label: 'Orders', icon: ClipboardList },
  { to: '/suppression', label: 'Suppression', icon: Ban },
  { to: '/fix-phones', label: 'Fix Phone Numbers', icon: Wrench },
  { to: '/api-settings', label: 'API Settings', icon: KeyRound },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const;

const ORGANIZATIONS = { to: '/organizations', label: 'Organizations', icon: Building2 } as const;
const USERS = { to: '/users', label: 'User Management', icon: UserCog } as const;
const SECURITY = { to: '/security', label: 'Security Settings', icon: ShieldCheck } as const;
const AUDIT_LOGS = { to: '/audit-logs', label: 'Audit Logs', icon: ScrollText } as const;
const PERSONAL_DATA = { to: '/personal-data', label: 'Personal Data', icon: UserSearch } as const;

/** Organization whose administrators manage the others. */
export const DEFAULT_ORGANIZATION_NAME = 'Default Organization';

interface NavigationItem {
  to:
    | (typeof NAVIGATION)[number]['to']
    | '/organizations'
    | '/users'
    | '/security'
    | '/audit-logs'
    | '/personal-data';
  label: string;
  icon: LucideIcon;
}

interface NavigationGroup {
  label: string;
  items: readonly NavigationItem[];
}

/**
 * Returns a user's sidebar: organizations in the Default Organization, users, audit logs and
 * personal data for administrators.
 */
export function navigationOf({ isAdmin, organization }: CurrentUser): readonly NavigationGroup[] {
  const administration: NavigationItem[] = [
    ...(organization.name === DEFAULT_ORGANIZATION_NAME ? [ORGANIZATIONS] : []),
    ...(isAdmin ? [USERS] : []),
    SECURITY,
    ...(isAdmin ? [AUDIT_LOGS, PERSONAL_DATA] : []),
  ];
  return [
    { label: 'Navigation', items: NAVIGATION },
    { label: 'Administration', items: administration },
  ];
}

import type pg from 'pg';
import {
  type AdminCommand,
  AdminError,
  BY_COMMAND_LINE,
  type CommandInput,
} from '../../platform/command-line/command.ts';
import { requireOrganization } from '../../platform/command-line/organization-reads.ts';
import { withOwner } from '../../platform/command-line/owner.ts';
import { organizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { countText } from '../../platform/message-text.ts';
import { DEFAULT_ORGANIZATION } from '../../platform/security/access-rules.ts';
import { addSampleData, removeSampleData } from './demo-data.ts';

export const DEMO_DATA: AdminCommand = {
  name: 'demo-data',
  summary: 'Adds 5,000 made-up leads with sales and notes for trying the product, or removes them',
  options: {
    organization: { value: 'name', help: `organization to add them to, by default ${DEFAULT_ORGANIZATION}` },
    remove: { help: 'removes them permanently, including changes made to them since' },
  },
  run: (input) => withOwner(input.config, (owner) => changeDemoData(owner, input)),
};

async function changeDemoData(owner: pg.Pool, { options }: CommandInput): Promise<string> {
  const { id, name } = await requireOrganization(owner, options.get('organization') ?? DEFAULT_ORGANIZATION);
  const isRemoved = options.has('remove');
  const change = isRemoved ? removeSampleData : addSampleData;
  const leads = await organizationScope(owner, id)
    .transaction((tx) => change(tx, BY_COMMAND_LINE))
    .catch((error: unknown) => {
      throw error instanceof HttpError ? new AdminError(`${name}: ${error.message}`) : error;
    });
  return isRemoved
    ? `Removed ${countText(leads, 'sample lead')} from ${name}`
    : `Added ${countText(leads, 'sample lead')} to ${name}; to remove them, run demo-data --remove`;
}

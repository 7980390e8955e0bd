// The door of the store, the only code that writes leads: everything outside it imports from here alone.
export { changeLeads, ONE_LEAD, refreshMarks } from './change-leads.ts';
export {
  deleteBatch,
  deleteLeads,
  deleteNewLeads,
  deleteOrganizationLeads,
  LEAD_TABLES,
} from './delete-leads.ts';
export { foldedTextsOf } from './folded-texts.ts';
export { forgetDeleted, forgetLogged } from './forget-writes.ts';
export { insertAllLeads, insertLeads, insertNewLeads } from './insert-leads.ts';
export { copyRestored, insertRestored } from './restored-rows.ts';
export { DRAFT_COLUMNS, newLead, newLeadText } from './staged-lead.ts';
export { encodeStaged, STAGED_COLUMNS, STAGING_TABLE, stageLeads, takeStaged } from './staging.ts';
export { type StoreTransaction, takeTransactionId } from './transaction-id.ts';
export { writeLeadUpdates } from './update-leads.ts';
export { lockLeads, withWriteLease } from './write-lease.ts';

import { cleanupNoEmail, getBulk, previewBulk, startBulk, undoBulk } from './bulk.ts';
import { createCustomField, customFieldUsage, deleteCustomField, listCustomFields } from './custom-fields.ts';
import {
  dashboardBrands,
  dashboardCountries,
  dashboardImports,
  dashboardStats,
  dashboardStatuses,
  dashboardTags,
} from './dashboard.ts';
import { dismissDuplicate, listDuplicates, mergeDuplicates } from './duplicates.ts';
import type { Endpoint } from './endpoint.ts';
import { changes } from './events.ts';
import { exportLeads, verifyExport } from './exports.ts';
import { healthz, readyz } from './health.ts';
import { importStream, listImports, previewImport } from './imports.ts';
import {
  addNote,
  countLeads,
  createLead,
  deleteLead,
  getLead,
  leadCountries,
  leadFilterValues,
  listLeads,
  listNotes,
  restoreLead,
  updateLead,
} from './leads.ts';
import { upload } from './uploads.ts';
import { getRegistration, getUser, login, logout, register } from './users.ts';
import { createView, deleteView, getPreferences, listViews, setPreferences, updateView } from './views.ts';

/** Every call of the product, on one screen. */
export const API: readonly Endpoint[] = [
  healthz,
  readyz,
  getRegistration,
  getUser,
  login,
  register,
  logout,
  upload,
  previewImport,
  importStream,
  listImports,
  listLeads,
  countLeads,
  leadCountries,
  leadFilterValues,
  getLead,
  createLead,
  updateLead,
  deleteLead,
  restoreLead,
  listNotes,
  addNote,
  previewBulk,
  startBulk,
  getBulk,
  undoBulk,
  cleanupNoEmail,
  listViews,
  createView,
  updateView,
  deleteView,
  getPreferences,
  setPreferences,
  listCustomFields,
  createCustomField,
  customFieldUsage,
  deleteCustomField,
  listDuplicates,
  mergeDuplicates,
  dismissDuplicate,
  verifyExport,
  exportLeads,
  dashboardStats,
  dashboardCountries,
  dashboardBrands,
  dashboardTags,
  dashboardStatuses,
  dashboardImports,
  changes,
];

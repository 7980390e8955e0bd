import type { Endpoint } from './endpoint.ts';
import { healthz, readyz } from './health.ts';
import { importStream, listImports, previewImport } from './imports.ts';
import { listLeads } from './leads.ts';
import { upload } from './uploads.ts';
import { getRegistration, getUser, login, logout, register } from './users.ts';

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
];

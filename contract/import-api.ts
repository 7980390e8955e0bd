import type { Endpoint } from './endpoint.ts';
import { createDraft, discardDraft, getDraft, listDrafts, restoreDraft, saveDraft } from './import-drafts.ts';
import { checkImport } from './import-dry-run.ts';
import {
  dropGridRows,
  editGridCells,
  getImportGrid,
  replaceGridCells,
  undoGridStep,
} from './import-fixing.ts';
import { countGridCells, listGridNumbers, readGridRows } from './import-grid-lists.ts';
import { previewImport } from './import-preview.ts';
import {
  addToImportQueue,
  attachQueuedUpload,
  clearImportQueue,
  failQueuedUpload,
  getImportQueue,
  keepSendingQueued,
  mapQueuedFiles,
  removeQueuedFile,
  reopenQueuedMapping,
  retryQueuedFile,
  setImportQueue,
} from './import-queue.ts';
import {
  adaptTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  matchTemplate,
  updateTemplate,
} from './import-templates.ts';
import { countToolRows, listImportValues } from './import-values.ts';
import {
  cancelImport,
  getImport,
  importReport,
  importReportFile,
  importStream,
  listImports,
  undoImport,
  undoReportFile,
} from './imports.ts';
import { answerQueuedValues, getQueuedFile, readQueuedFile, setQueuedFile } from './queued-files.ts';
import { chooseReading, upload } from './uploads.ts';

export const IMPORT_API: readonly Endpoint[] = [
  upload,
  chooseReading,
  previewImport,
  checkImport,
  listDrafts,
  createDraft,
  getDraft,
  saveDraft,
  discardDraft,
  restoreDraft,
  listImportValues,
  countToolRows,
  getImportGrid,
  listGridNumbers,
  readGridRows,
  countGridCells,
  editGridCells,
  replaceGridCells,
  dropGridRows,
  undoGridStep,
  importStream,
  listImports,
  getImport,
  importReport,
  importReportFile,
  cancelImport,
  undoImport,
  undoReportFile,
  listTemplates,
  matchTemplate,
  createTemplate,
  updateTemplate,
  deleteTemplate,
  adaptTemplate,
  getImportQueue,
  addToImportQueue,
  setImportQueue,
  getQueuedFile,
  attachQueuedUpload,
  failQueuedUpload,
  keepSendingQueued,
  setQueuedFile,
  readQueuedFile,
  answerQueuedValues,
  mapQueuedFiles,
  reopenQueuedMapping,
  retryQueuedFile,
  removeQueuedFile,
  clearImportQueue,
];

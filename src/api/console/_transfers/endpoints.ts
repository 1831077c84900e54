/** Endpoints of the desk for uploads, imports, exports and backups. */
import { cancelDeskTask } from '../api/operator/backups/cancel.ts'
import { verifyData } from '../api/operator/backups/verification.ts'
import { listBackups, makeDeskBackup, removeBackup } from '../api/operator/backups.ts'
import { downloadExport } from '../api/operator/exports/file.ts'
import { listExports } from '../api/operator/exports.ts'
import { cancelImport } from '../api/operator/imports/cancel.ts'
import { showImportReport } from '../api/operator/imports/report.ts'
import { resumeImport } from '../api/operator/imports/resume.ts'
import { listImports, removeImport, startDeskImport } from '../api/operator/imports.ts'
import {
  appendToUpload,
  createUpload,
  listUploads,
  removeUpload,
  showUpload,
} from '../api/operator/uploads.ts'

export const TRANSFER_ENDPOINTS = [
  listUploads,
  createUpload,
  showUpload,
  appendToUpload,
  removeUpload,
  listImports,
  startDeskImport,
  removeImport,
  cancelImport,
  resumeImport,
  showImportReport,
  listExports,
  downloadExport,
  listBackups,
  makeDeskBackup,
  removeBackup,
  cancelDeskTask,
  verifyData,
]

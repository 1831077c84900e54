/** Endpoints of the operator's desk about the server and its data, users and posts. */

import { TRANSFER_ENDPOINTS } from '../_transfers/endpoints.ts'
import { undoAuditEntry } from '../api/operator/audit/undo.ts'
import { listAuditLog } from '../api/operator/audit.ts'
import { showServer } from '../api/operator/server.ts'
import { showVersions } from '../api/operator/versions.ts'
import { MODERATION_ENDPOINTS } from './moderation-endpoints.ts'
import { TEST_CONTROL_ENDPOINTS } from './test-endpoints.ts'
import { DESK_WEBHOOK_ENDPOINTS } from './webhooks/endpoints.ts'

export const OPERATOR_ENDPOINTS = [
  listAuditLog,
  showServer,
  undoAuditEntry,
  ...MODERATION_ENDPOINTS,
  showVersions,
  ...DESK_WEBHOOK_ENDPOINTS,
  ...TRANSFER_ENDPOINTS,
  ...TEST_CONTROL_ENDPOINTS,
]

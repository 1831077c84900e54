/** Endpoints of the operator's desk. */
import { listAuditLog } from '../api/operator/audit.ts'
import { showServer } from '../api/operator/server.ts'

export const OPERATOR_ENDPOINTS = [listAuditLog, showServer]

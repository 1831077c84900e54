/** Endpoints of the operator's desk. */
import { listAuditLog } from '../api/operator/audit.ts'

export const OPERATOR_ENDPOINTS = [listAuditLog]

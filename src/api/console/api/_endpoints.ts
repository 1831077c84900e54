/** The list of endpoints of the console's API. */
import { COMPLIANCE_CONSOLE_ENDPOINTS } from '../_compliance/endpoints.ts'
import { WEBHOOK_CONSOLE_ENDPOINTS } from '../_webhooks/endpoints.ts'
import { tryCallOfApp } from './apps/try.ts'
import { createSession, deleteSession, showSession } from './session.ts'

export const CONSOLE_ENDPOINTS = [
  createSession,
  showSession,
  deleteSession,
  tryCallOfApp,
  ...COMPLIANCE_CONSOLE_ENDPOINTS,
  ...WEBHOOK_CONSOLE_ENDPOINTS,
]

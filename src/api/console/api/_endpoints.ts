/** The list of endpoints of the console's API. */

import { APP_CONSOLE_ENDPOINTS } from '../_apps/endpoints.ts'
import { COMPLIANCE_CONSOLE_ENDPOINTS } from '../_compliance/endpoints.ts'
import { WEBHOOK_CONSOLE_ENDPOINTS } from '../_webhooks/endpoints.ts'
import { updateAccount } from './account.ts'
import { tryCallOfApp } from './apps/try.ts'
import { createSessionByLink } from './session/link.ts'
import { createSession, deleteSession, showSession } from './session.ts'
import { deleteSessions, listSessions } from './sessions.ts'
import { chooseNetworkUser, createNetworkUser } from './user.ts'

export const CONSOLE_ENDPOINTS = [
  ...COMPLIANCE_CONSOLE_ENDPOINTS,
  ...WEBHOOK_CONSOLE_ENDPOINTS,
  updateAccount,
  createSession,
  showSession,
  deleteSession,
  createSessionByLink,
  listSessions,
  deleteSessions,
  createNetworkUser,
  chooseNetworkUser,
  ...APP_CONSOLE_ENDPOINTS,
  tryCallOfApp,
]

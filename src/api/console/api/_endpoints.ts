/** The list of endpoints of the console's API. */

import { APP_CONSOLE_ENDPOINTS } from '../_apps/endpoints.ts'
import { COMPLIANCE_CONSOLE_ENDPOINTS } from '../_compliance/endpoints.ts'
import { DESK_APP_ENDPOINTS } from '../_operator/app-endpoints.ts'
import { COMMUNITY_ENDPOINTS } from '../_operator/community-endpoints.ts'
import { CONSOLE_USER_ENDPOINTS } from '../_operator/console-user-endpoints.ts'
import { OPERATOR_ENDPOINTS } from '../_operator/endpoints.ts'
import { WEBHOOK_CONSOLE_ENDPOINTS } from '../_webhooks/endpoints.ts'
import { updateAccount } from './account.ts'
import { listConnections } from './apps/connections.ts'
import { liveMatches } from './apps/live.ts'
import { archiveRequests } from './apps/requests/har.ts'
import { startRecording, stopRecording } from './apps/requests/recording.ts'
import { streamRequests } from './apps/requests/stream.ts'
import { clearRequests, listRequests, showRequest } from './apps/requests.ts'
import { backtestRule } from './apps/rules/backtest.ts'
import { checkRule } from './apps/rules/check.ts'
import { compareRules } from './apps/rules/compare.ts'
import { explainRule } from './apps/rules/explain.ts'
import { listOperators } from './apps/rules/operators.ts'
import { addAppRule, deleteAppRule, listAppRules, replaceAppRule } from './apps/rules.ts'
import { compareSignature } from './apps/signature/compare.ts'
import { listSignatureFailures } from './apps/signature/failures.ts'
import { signRequest } from './apps/signature/sign.ts'
import { tryCallOfApp } from './apps/try.ts'
import { showUsage } from './apps/usage.ts'
import { listWindows } from './apps/windows.ts'
import { showCertificate } from './certificate.ts'
import { beginPasskey } from './passkeys/options.ts'
import { addPasskey, changePasskey, deletePasskey, listOwnPasskeys } from './passkeys.ts'
import { createSessionByLink } from './session/link.ts'
import { beginPasskeySession } from './session/passkey/options.ts'
import { createSessionByPasskey } from './session/passkey.ts'
import { createSession, deleteSession, showSession } from './session.ts'
import { deleteSessions, listSessions } from './sessions.ts'
import { chooseNetworkUser, createNetworkUser } from './user.ts'

export const CONSOLE_ENDPOINTS = [
  ...COMPLIANCE_CONSOLE_ENDPOINTS,
  ...WEBHOOK_CONSOLE_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...COMMUNITY_ENDPOINTS,
  ...DESK_APP_ENDPOINTS,
  ...CONSOLE_USER_ENDPOINTS,
  updateAccount,
  showCertificate,
  createSession,
  showSession,
  deleteSession,
  createSessionByLink,
  beginPasskeySession,
  createSessionByPasskey,
  listOwnPasskeys,
  beginPasskey,
  addPasskey,
  changePasskey,
  deletePasskey,
  listSessions,
  deleteSessions,
  createNetworkUser,
  chooseNetworkUser,
  ...APP_CONSOLE_ENDPOINTS,
  tryCallOfApp,
  listAppRules,
  addAppRule,
  replaceAppRule,
  deleteAppRule,
  checkRule,
  listOperators,
  backtestRule,
  compareRules,
  explainRule,
  liveMatches,
  showUsage,
  listWindows,
  listConnections,
  listRequests,
  clearRequests,
  showRequest,
  streamRequests,
  startRecording,
  stopRecording,
  archiveRequests,
  listSignatureFailures,
  compareSignature,
  signRequest,
]

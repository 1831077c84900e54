/** Endpoints of the operator's desk about apps and stream accounts. */
import { deleteDeskStream } from '../api/operator/accounts/streams.ts'
import { addDeskAccount, listDeskAccounts } from '../api/operator/accounts.ts'
import { changeDeskAppState } from '../api/operator/apps/state.ts'
import { changeDeskApp, deleteDeskApp, listDeskApps, showDeskApp } from '../api/operator/apps.ts'
import { dropDeskConnection, listDeskConnections } from '../api/operator/connections.ts'
import { revokeDeskToken } from '../api/operator/tokens/revocation.ts'
import { listDeskTokens } from '../api/operator/tokens.ts'

export const DESK_APP_ENDPOINTS = [
  listDeskApps,
  showDeskApp,
  changeDeskApp,
  deleteDeskApp,
  changeDeskAppState,
  listDeskTokens,
  revokeDeskToken,
  listDeskAccounts,
  addDeskAccount,
  deleteDeskStream,
  listDeskConnections,
  dropDeskConnection,
]

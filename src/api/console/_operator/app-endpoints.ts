/** Endpoints of the operator's desk about apps, projects and stream accounts. */
import { deleteDeskStream } from '../api/operator/accounts/streams.ts'
import { addDeskAccount, listDeskAccounts } from '../api/operator/accounts.ts'
import { regenerateDeskCredentials } from '../api/operator/apps/credentials.ts'
import { changeDeskClient } from '../api/operator/apps/oauth2.ts'
import { changeDeskAppState } from '../api/operator/apps/state.ts'
import { changeDeskApp, deleteDeskApp, listDeskApps, showDeskApp } from '../api/operator/apps.ts'
import { dropDeskConnection, listDeskConnections } from '../api/operator/connections.ts'
import { addAppToDeskProject } from '../api/operator/projects/apps.ts'
import { addDeskProject, listDeskProjects } from '../api/operator/projects.ts'
import { revokeDeskToken } from '../api/operator/tokens/revocation.ts'
import { issueDeskToken, listDeskTokens } from '../api/operator/tokens.ts'
import { addDeskApp } from '../api/operator/users/apps.ts'

export const DESK_APP_ENDPOINTS = [
  listDeskApps,
  showDeskApp,
  changeDeskApp,
  deleteDeskApp,
  changeDeskAppState,
  addDeskApp,
  changeDeskClient,
  regenerateDeskCredentials,
  listDeskProjects,
  addDeskProject,
  addAppToDeskProject,
  listDeskTokens,
  issueDeskToken,
  revokeDeskToken,
  listDeskAccounts,
  addDeskAccount,
  deleteDeskStream,
  listDeskConnections,
  dropDeskConnection,
]

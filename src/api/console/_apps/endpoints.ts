/** The endpoints of apps and projects. */
import { regenerateOwnBearer, revokeOwnBearer } from '../api/apps/bearer.ts'
import { regenerateOwnKeys, showCredentials } from '../api/apps/keys.ts'
import { regenerateOwnClientSecret } from '../api/apps/oauth2/secret.ts'
import { changeOwnClient } from '../api/apps/oauth2.ts'
import { moveOwnApp } from '../api/apps/project.ts'
import { regenerateOwnToken, revokeOwnToken } from '../api/apps/token.ts'
import { listConnectedUsers, revokeConnectedUser } from '../api/apps/users.ts'
import { addOwnApp, changeOwnApp, deleteOwnApp, listOwnApps, showOwnApp } from '../api/apps.ts'
import { addOwnProject, changeOwnProject, deleteOwnProject, listOwnProjects } from '../api/projects.ts'

export const APP_CONSOLE_ENDPOINTS = [
  listOwnProjects,
  addOwnProject,
  changeOwnProject,
  deleteOwnProject,
  listOwnApps,
  addOwnApp,
  showOwnApp,
  changeOwnApp,
  deleteOwnApp,
  moveOwnApp,
  showCredentials,
  regenerateOwnKeys,
  regenerateOwnBearer,
  revokeOwnBearer,
  regenerateOwnToken,
  revokeOwnToken,
  changeOwnClient,
  regenerateOwnClientSecret,
  listConnectedUsers,
  revokeConnectedUser,
]

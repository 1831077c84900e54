/** Endpoints of the operator's desk. */

import { TRANSFER_ENDPOINTS } from '../_transfers/endpoints.ts'
import { undoAuditEntry } from '../api/operator/audit/undo.ts'
import { listAuditLog } from '../api/operator/audit.ts'
import { moderateDeskPost } from '../api/operator/posts/moderation.ts'
import { findDeskPosts, showDeskPost } from '../api/operator/posts.ts'
import { showServer } from '../api/operator/server.ts'
import { moderateDeskUser } from '../api/operator/users/moderation.ts'
import { makeDeskPasswordLink } from '../api/operator/users/password_link.ts'
import { listDeskUserPosts } from '../api/operator/users/posts.ts'
import { addDeskUser, findDeskUsers, showDeskUser } from '../api/operator/users.ts'
import { showVersions } from '../api/operator/versions.ts'
import { TEST_CONTROL_ENDPOINTS } from './test-endpoints.ts'

export const OPERATOR_ENDPOINTS = [
  listAuditLog,
  showServer,
  undoAuditEntry,
  findDeskUsers,
  addDeskUser,
  showDeskUser,
  listDeskUserPosts,
  moderateDeskUser,
  makeDeskPasswordLink,
  findDeskPosts,
  showDeskPost,
  moderateDeskPost,
  showVersions,
  ...TRANSFER_ENDPOINTS,
  ...TEST_CONTROL_ENDPOINTS,
]

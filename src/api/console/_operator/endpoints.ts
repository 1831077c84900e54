/** Endpoints of the operator's desk. */
import { undoAuditEntry } from '../api/operator/audit/undo.ts'
import { listAuditLog } from '../api/operator/audit.ts'
import { moderateDeskPost } from '../api/operator/posts/moderation.ts'
import { findDeskPosts, showDeskPost } from '../api/operator/posts.ts'
import { showServer } from '../api/operator/server.ts'
import { changeTestClock } from '../api/operator/test_controls/clock.ts'
import { clearTestFaults, loadTestFaults } from '../api/operator/test_controls/faults.ts'
import { restoreTestSnapshot } from '../api/operator/test_controls/snapshots/restore.ts'
import { deleteTestSnapshot, saveTestSnapshot } from '../api/operator/test_controls/snapshots.ts'
import { showTestControls } from '../api/operator/test_controls.ts'
import { moderateDeskUser } from '../api/operator/users/moderation.ts'
import { listDeskUserPosts } from '../api/operator/users/posts.ts'
import { findDeskUsers, showDeskUser } from '../api/operator/users.ts'

export const OPERATOR_ENDPOINTS = [
  listAuditLog,
  showServer,
  undoAuditEntry,
  findDeskUsers,
  showDeskUser,
  listDeskUserPosts,
  moderateDeskUser,
  findDeskPosts,
  showDeskPost,
  moderateDeskPost,
  showTestControls,
  changeTestClock,
  loadTestFaults,
  clearTestFaults,
  saveTestSnapshot,
  restoreTestSnapshot,
  deleteTestSnapshot,
]

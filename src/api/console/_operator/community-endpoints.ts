/** Endpoints of the operator's desk about reports, sign-ups and invitations. */
import { addDeskInvitation, deleteDeskInvitation, listDeskInvitations } from '../api/operator/invitations.ts'
import { changeDeskReport } from '../api/operator/reports/state.ts'
import { listDeskReports, showDeskReport } from '../api/operator/reports.ts'
import { decideDeskSignUp } from '../api/operator/sign_ups/decision.ts'
import { listDeskSignUps } from '../api/operator/sign_ups.ts'

export const COMMUNITY_ENDPOINTS = [
  listDeskReports,
  showDeskReport,
  changeDeskReport,
  listDeskInvitations,
  addDeskInvitation,
  deleteDeskInvitation,
  listDeskSignUps,
  decideDeskSignUp,
]

/** Endpoints about the compliance stream. */
import { showCheckReport } from '../api/compliance/checks/report.ts'
import { cancelCheck, listChecks, showCheck, startCheck } from '../api/compliance/checks.ts'
import { dropConnection, listConnections } from '../api/compliance/connections.ts'
import { followCompliance } from '../api/compliance/events.ts'
import { addStream, deleteStream, listStreams } from '../api/compliance/streams.ts'
import { sendComplianceTest } from '../api/compliance/test_events.ts'
import { showVolume } from '../api/compliance/volume.ts'

export const COMPLIANCE_CONSOLE_ENDPOINTS = [
  listStreams,
  addStream,
  deleteStream,
  listConnections,
  dropConnection,
  showVolume,
  followCompliance,
  sendComplianceTest,
  listChecks,
  startCheck,
  showCheck,
  cancelCheck,
  showCheckReport,
]

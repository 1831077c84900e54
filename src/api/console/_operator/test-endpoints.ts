/** Endpoints of the desk for test controls. */
import { changeTestClock } from '../api/operator/test_controls/clock.ts'
import { clearTestFaults, loadTestFaults } from '../api/operator/test_controls/faults.ts'
import { deleteGrade, listGrades, showGrade } from '../api/operator/test_controls/grades.ts'
import { resetTestData } from '../api/operator/test_controls/reset.ts'
import { loadTestSeed } from '../api/operator/test_controls/seed.ts'
import { restoreTestSnapshot } from '../api/operator/test_controls/snapshots/restore.ts'
import { deleteTestSnapshot, saveTestSnapshot } from '../api/operator/test_controls/snapshots.ts'
import { simulateTestTraffic, stopTestTraffic } from '../api/operator/test_controls/traffic.ts'
import { showTestControls } from '../api/operator/test_controls.ts'

export const TEST_CONTROL_ENDPOINTS = [
  showTestControls,
  changeTestClock,
  loadTestFaults,
  clearTestFaults,
  saveTestSnapshot,
  restoreTestSnapshot,
  deleteTestSnapshot,
  resetTestData,
  loadTestSeed,
  simulateTestTraffic,
  stopTestTraffic,
  listGrades,
  showGrade,
  deleteGrade,
]

/** The parameter that names a snapshot of test mode, and the subject of audit entries about the snapshot. */
import { optionalText } from '../../../http/params.ts'

export const SNAPSHOT_PARAMS = { name: optionalText('Name of the snapshot.') }

export function snapshotSubject(name: string) {
  return { kind: 'test-controls', key: 'snapshot', name } as const
}

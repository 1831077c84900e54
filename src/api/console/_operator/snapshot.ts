/** The parameter and the audit subject of a snapshot in test mode. */
import { optionalText } from '../../../http/params.ts'

export const SNAPSHOT_PARAMS = { name: optionalText('Name of the snapshot.') }

export function snapshotSubject(name: string) {
  return { kind: 'test-controls', key: 'snapshot', name } as const
}

import type { components } from '../../api/schema.d.ts'

/** A check of a list of ids. */
export type Check = components['schemas']['ComplianceCheck']

/** Progress of a check in percent. The first half is for reading the file. */
export function progressOf({ state, size, read, ids, counts }: Check): number {
  if (state === 'reading') return (50 * read) / Math.max(1, size)
  if (state === 'checking') return 50 + (50 * Number(counts['checked'] ?? 0)) / Math.max(1, ids ?? 1)
  return state === 'waiting' ? 0 : 100
}

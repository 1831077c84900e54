/** Finds names in a fault that no family and no stream has. */
import type { WrongField } from './contradictions.ts'
import type { Fault } from './plan.ts'
import { COMMON_ERRORS, type FaultVocabulary, familiesOn, namedError } from './vocabulary.ts'

/** Describes the unknown name and lists the existing names; undefined if all names exist. */
export function wrongName(fault: Fault, vocabulary: FaultVocabulary): WrongField | undefined {
  if (fault.on === 'requests' && fault.do.error !== undefined) {
    const { error } = fault.do
    const families = familiesOn(vocabulary, fault.path)
    if (families.some((family) => namedError(family, error) !== undefined)) return undefined
    const names = families.map(({ name }) => name).join(', ')
    return {
      field: 'error',
      message: `${names} has no documented error ${error}; use a name or code of docs/errors.md, an HTTP status, or one of ${COMMON_ERRORS.join(', ')}`,
    }
  }
  if (fault.on === 'streams' && fault.do.disconnect !== undefined) {
    const { disconnect } = fault.do
    if (vocabulary.disconnects.includes(disconnect)) return undefined
    return {
      field: 'disconnect',
      message: `there is no disconnect "${disconnect}"; use one of ${vocabulary.disconnects.join(', ')}`,
    }
  }
  return undefined
}

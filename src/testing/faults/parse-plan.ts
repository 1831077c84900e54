/** Reads fault plans in JSON or YAML. Errors have line, column and advice. */
import { type ReadDocument, readDocument, requireCorrect } from '../documents/read-document.ts'
import { errorsOf, type WrongValue, withNumbersOf } from '../documents/schema-errors.ts'
import { contradictionIn, type WrongField } from './contradictions.ts'
import { ACTIONS, type Fault, type FaultPlan, PLAN, type WrittenPlan } from './plan.ts'
import type { FaultVocabulary } from './vocabulary.ts'
import { wrongName } from './wrong-name.ts'

/** Maximum number of characters in a plan. */
export const MAX_PLAN_LENGTH = 1_000_000

/** A document that contains the keys of a plan, and may contain other keys. */
export type PlanDocument = ReadDocument<WrittenPlan>

/**
 * Reads a plan.
 * @param text JSON or YAML
 * @throws {DocumentErrors} with line and column
 */
export function parsePlan(text: string, vocabulary: FaultVocabulary): FaultPlan {
  return planOf(readDocument(text, PLAN, { maxLength: MAX_PLAN_LENGTH }), vocabulary)
}

/** The plan in a document. @throws {DocumentErrors} with line and column */
export function planOf(document: PlanDocument, vocabulary: FaultVocabulary): FaultPlan {
  const { plan, wrong } = checkPlan(document.value)
  requireCorrect(document, wrong)
  requireCorrect(
    document,
    plan.faults.flatMap((fault, at) => inFault(at, wrongName(fault, vocabulary))),
  )
  return plan
}

/**
 * The plan, and a list of all its mistakes. Names of errors and disconnects are not checked, because this check needs
 * a server.
 */
export function checkPlan({ seed = 0, faults: written = [] }: WrittenPlan): {
  readonly plan: FaultPlan
  readonly wrong: readonly WrongValue[]
} {
  const wrong: WrongValue[] = []
  const names = new Set<string>()
  const faults = written.map((rest, at) => {
    const { name = `fault ${at + 1}`, on = 'requests' } = rest
    const actions = withNumbersOf(ACTIONS[on], rest.do)
    const fault = { ...rest, name, on, do: actions } as Fault
    const errors = errorsOf(ACTIONS[on], actions, ['faults', at, 'do'])
    wrong.push(...errors, ...(errors.length > 0 ? [] : inFault(at, contradictionIn(fault))))
    if (names.has(name))
      wrong.push({ path: ['faults', at, 'name'], message: `two faults have the name "${name}"; rename one` })
    names.add(name)
    return fault
  })
  return { plan: { seed, faults }, wrong }
}

function inFault(index: number, found: WrongField | undefined): readonly WrongValue[] {
  if (found === undefined) return []
  const { field, message } = found
  return [{ path: ['faults', index, 'do', ...(field === '' ? [] : [field])], message }]
}

/**
 * Reads a header with the actions of a fault, such as `error: 503` or `{delay_ms: 100, cut: answer}`. The fault affects
 * this request, or the stream that the request opens.
 * @param name name of the header; it is also the name of the fault
 * @throws {DocumentErrors} with line and column
 */
export function parseFaultHeader(
  name: string,
  text: string,
  on: 'requests' | 'streams',
  vocabulary: FaultVocabulary,
): Fault {
  const document = readDocument(text, ACTIONS[on], { maxLength: MAX_PLAN_LENGTH })
  const fault = { name, on, do: document.value } as Fault
  const wrong = contradictionIn(fault) ?? wrongName(fault, vocabulary)
  if (wrong !== undefined)
    requireCorrect(document, [{ path: wrong.field === '' ? [] : [wrong.field], message: wrong.message }])
  return fault
}

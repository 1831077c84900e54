/** Reads fault plans: JSON or YAML, whose errors name line and column and say what to do. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'
import { ControlRefused } from '../refused.ts'
import { contradictionIn } from './contradictions.ts'
import {
  ACTIONS,
  CALLS,
  type Fault,
  type FaultPlan,
  type FaultTarget,
  MAX_FAULTS,
  PLAN,
  SELECTION,
} from './plan.ts'
import type { FaultVocabulary } from './vocabulary.ts'
import { wrongName } from './wrong-name.ts'

/** Characters of a plan. */
export const MAX_PLAN_LENGTH = 1_000_000

type Fields = Readonly<Record<string, TSchema>>

/** Reads one document, and keeps the positions of its nodes. */
class PlanReader {
  readonly #lines = new LineCounter()
  readonly #vocabulary: FaultVocabulary

  constructor(vocabulary: FaultVocabulary) {
    this.#vocabulary = vocabulary
  }

  document(text: string): Node | null {
    if (text.length > MAX_PLAN_LENGTH) {
      throw new ControlRefused(`a plan has at most ${MAX_PLAN_LENGTH} characters; make it shorter`)
    }
    const parsed = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false })
    const [error] = parsed.errors
    if (error !== undefined)
      this.#failAt(error.pos[0], `${error.message.replace(/\.$/, '')}; send JSON or YAML`)
    return parsed.contents
  }

  plan(root: Node | null): FaultPlan {
    const fields = this.#map(root, PLAN.properties, 'a plan', 'seed and faults')
    const list = fields.get('faults')
    if (list === undefined) return this.#fail(root, 'a plan needs "faults", a list')
    if (!isSeq(list)) return this.#fail(list, 'faults is a list; begin each fault with "-"')
    if (list.items.length > MAX_FAULTS) {
      return this.#fail(list, 'a plan has at most 1,000 faults; remove some')
    }
    const seed = this.#value(fields.get('seed'), 'seed', PLAN.properties.seed)
    const faults = list.items.map((item, index) => this.#fault(item as Node, index))
    this.#requireDistinct(faults, list.items as Node[])
    return { seed: (seed as number | undefined) ?? 0, faults }
  }

  /** The actions of a fault on requests, without a selection. */
  actions(root: Node | null): Fault {
    return this.#checked({ name: 'aviary-fault', on: 'requests' }, root, root)
  }

  #fault(node: Node, index: number): Fault {
    const fields = this.#map(node, { ...SELECTION.properties, do: ACTIONS.requests }, 'a fault')
    const selection: Record<string, unknown> = { name: `fault ${index + 1}`, on: 'requests' }
    for (const [name, value] of fields) {
      if (name !== 'do') selection[name] = this.#selected(name, value)
    }
    return this.#checked(selection, fields.get('do'), node)
  }

  #selected(name: string, node: Node): unknown {
    const schema = (SELECTION.properties as Fields)[name] as TSchema
    if (name === 'calls' && isMap(node)) {
      const fields = this.#map(node, CALLS.properties, 'calls')
      return Object.fromEntries(
        [...fields].map(([key, value]) => [key, this.#value(value, key, (CALLS.properties as Fields)[key])]),
      )
    }
    // The digits as written: a number would lose some.
    const isId = name === 'app' || name === 'user'
    const value = isId && isScalar(node) ? String(node.source ?? node.value) : undefined
    if (isId && value !== undefined && Value.Check(schema, value)) return BigInt(value)
    return this.#value(node, name, schema)
  }

  #checked(selection: Record<string, unknown>, actions: Node | undefined | null, node: Node | null): Fault {
    const on = selection['on'] as FaultTarget
    if (actions === undefined || actions === null) {
      return this.#fail(node, 'a fault needs "do", such as do: {error: over-capacity}')
    }
    const properties: Fields = ACTIONS[on].properties
    const fields = this.#map(actions, properties, `"do" of a fault on ${on}`)
    const found = Object.fromEntries(
      [...fields].map(([name, value]) => [name, this.#value(value, name, properties[name])]),
    )
    const fault = { app: undefined, user: undefined, ...selection, do: found } as unknown as Fault
    const contradiction = contradictionIn(fault)
    if (contradiction !== undefined)
      this.#fail(fields.get(contradiction.field) ?? actions, contradiction.message)
    const wrong = wrongName(fault, this.#vocabulary)
    if (wrong !== undefined) this.#fail(fields.get(wrong.field) ?? actions, wrong.message)
    return fault
  }

  /** The members of a map. Unknown and repeated keys are errors. */
  #map(
    node: Node | null | undefined,
    fields: Fields,
    what: string,
    list = Object.keys(fields).join(', '),
  ): Map<string, Node> {
    if (!isMap(node)) return this.#fail(node, `${what} has names and values: ${list}`)
    const found = new Map<string, Node>()
    for (const { key, value } of (node as YAMLMap<Node, Node | null>).items) {
      const name = isScalar(key) ? String(key.value) : ''
      if (!Object.hasOwn(fields, name)) this.#fail(key, `${what} has no "${name}"; use ${list}`)
      if (value === null) this.#fail(key, `"${name}" needs a value: ${describe(fields[name])}`)
      found.set(name, value as Node)
    }
    return found
  }

  #value(node: Node | undefined, name: string, schema: TSchema | undefined): unknown {
    if (node === undefined) return undefined
    if (isAlias(node)) this.#fail(node, 'aliases are not supported; repeat the value')
    const value: unknown = isScalar(node) ? node.value : isMap(node) ? valuesOf(node) : undefined
    if (schema === undefined || !Value.Check(schema, value))
      this.#fail(node, `"${name}" is ${describe(schema)}`)
    return value
  }

  #requireDistinct(faults: readonly Fault[], nodes: readonly Node[]): void {
    const names = new Set<string>()
    for (const [index, { name }] of faults.entries()) {
      if (names.has(name)) this.#fail(nodes[index], `two faults have the name "${name}"; rename one`)
      names.add(name)
    }
  }

  #fail(node: Node | null | undefined, message: string): never {
    return this.#failAt(node?.range?.[0] ?? 0, message)
  }

  #failAt(offset: number, message: string): never {
    const { line, col } = this.#lines.linePos(offset)
    throw new ControlRefused(`line ${Math.max(line, 1)}, column ${Math.max(col, 1)}: ${message}`)
  }
}

function valuesOf({ items }: YAMLMap): object {
  return Object.fromEntries(
    items.map(({ key, value }) => [
      isScalar(key) ? String(key.value) : '',
      isScalar(value) ? value.value : undefined,
    ]),
  )
}

function describe(schema: TSchema | undefined): string {
  return (
    (schema as { readonly description?: string } | undefined)?.description ?? 'one of the documented values'
  )
}

/**
 * Reads a plan.
 * @param text JSON or YAML
 * @throws {ControlRefused} naming line and column
 */
export function parsePlan(text: string, vocabulary: FaultVocabulary): FaultPlan {
  const reader = new PlanReader(vocabulary)
  return reader.plan(reader.document(text))
}

/**
 * Reads the value of the header `aviary-fault`: the actions of a fault on this request, such as `error: 503` or
 * `{delay_ms: 100, cut: answer}`.
 * @throws {ControlRefused} naming line and column
 */
export function parseFaultHeader(text: string, vocabulary: FaultVocabulary): Fault {
  const reader = new PlanReader(vocabulary)
  return reader.actions(reader.document(text))
}

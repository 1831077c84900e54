/**
 * Renders the text of a JSON object in parts, by its field table. Adjacent fields with the same input form one part.
 * The parts of an input that changes rarely are cached; they are joined with the parts of the request and the viewer:
 *
 *   {"id":…,"url":…│,"entities":…│,"protected":…│,"status":…│,"profile_image_url":…│,"following":…│…}
 *   user            user, if      user          nested      user, else the        viewer
 *                   asked for                               request
 */
import { flat } from '../../lib/flat-text.ts'
import type { AnyDerived, AnyField, AnyInputs, FixedField, TableInputs, Usual } from './field.ts'

/** The parts of one input, in JSON order. A part whose fields are all left out is empty. */
export interface Parts {
  /** All parts as one text; empty if the parts are in `each`. */
  readonly text: string
  /** Positions in `text` at which the parts begin and end; there is one more position than parts. */
  readonly cuts: readonly number[]
  /** The parts as separate texts, because V8 would have to copy a joined text before it could cut it. */
  readonly each: readonly string[]
}

type InputName<Inputs> = Exclude<keyof Inputs, 'request'> & string

/**
 * Joins the text of one object.
 * @param parts the parts of each input, with inputs in the order that was passed to `joiner`
 * @param nested JSON texts of nested objects; the result omits a nested object that is missing here
 */
export type Join<Order extends readonly string[], Nested extends string> = (
  parts: { readonly [At in keyof Order]: Parts },
  nested: Readonly<Partial<Record<Nested, string | undefined>>>,
) => string

/** Invariant: for the same inputs, a joined text equals `JSON.stringify` of `FieldTable.object`, byte for byte. */
export interface Template<Inputs extends TableInputs, Nested extends string> {
  /**
   * Renders the parts of one input as separate texts. Use it for parts that are joined only once, or that alternate
   * with parts of other inputs.
   */
  parts<From extends InputName<Inputs>>(from: From, input: Inputs[From]): Parts
  /**
   * Renders the parts of one input as one text. Use it for parts that are cached, and that are usually adjacent in the
   * object.
   */
  keptParts<From extends InputName<Inputs>>(from: From, input: Inputs[From]): Parts
  /**
   * Makes a function that joins the objects of one request.
   * @param order names of the inputs, in the order in which the function takes their parts
   */
  joiner<const Order extends readonly InputName<Inputs>[]>(
    request: Inputs['request'],
    order: Order,
  ): Join<Order, Nested>
}

/** @param fields the fields of one day, in JSON order; the first field exists in every object */
export function templateOf(fields: readonly AnyField[]): Template<AnyInputs, string> {
  const steps = stepsOf(fields)
  const writers = new Map<string, Write[]>()
  for (const step of steps) {
    if (step.kind !== 'part') continue
    const own = writers.get(step.from) ?? []
    writers.set(step.from, own)
    own[step.slot] = writerOf(step.fields)
  }
  return {
    parts: (from, input) => eachPart(writers.get(from) ?? [], input),
    keptParts: (from, input) => keptParts(writers.get(from) ?? [], input),
    joiner: (request, order) => joinerOf(steps, request, order),
  }
}

type Write = (input: unknown) => string

function eachPart(writers: readonly Write[], input: unknown): Parts {
  const each: string[] = []
  for (const write of writers) each.push(write(input))
  return { text: '', cuts: NO_PARTS.cuts, each }
}

function keptParts(writers: readonly Write[], input: unknown): Parts {
  let text = ''
  const cuts = [0]
  for (const write of writers) {
    text += write(input)
    cuts.push(text.length)
  }
  return { text: flat(text), cuts, each: NO_PARTS.each }
}

/** A field, with the text of its name after a comma or brace. */
interface Labelled<Kind> {
  readonly field: Kind
  readonly label: string
}

type Valued = Labelled<FixedField | AnyDerived>

interface PartStep {
  readonly kind: 'part'
  readonly from: string
  /** Index of the part among the parts of its input. */
  readonly slot: number
  readonly fields: Valued[]
  readonly shownIf: AnyDerived['shownIf']
  readonly hasOtherwise: boolean
}

interface NestedStep {
  readonly kind: 'nested'
  readonly name: string
  readonly label: string
}

function stepsOf(fields: readonly AnyField[]): readonly (PartStep | NestedStep)[] {
  const steps: (PartStep | NestedStep)[] = []
  const slots = new Map<string, number>()
  const first = fields.find((field) => 'from' in field)?.from ?? ''
  for (const [index, field] of fields.entries()) {
    const before = index === 0 ? '{' : ','
    if ('nested' in field) {
      steps.push({ kind: 'nested', name: field.nested, label: `${before}"${field.nested}":` })
      continue
    }
    const labelled = { field, label: `${before}"${field.name}":` }
    const last = steps.at(-1)
    if (last?.kind === 'part' && belongsTo(field, last)) {
      last.fields.push(labelled)
      continue
    }
    const { from, shownIf, otherwise } = 'from' in field ? field : { from: first }
    const slot = slots.get(from) ?? 0
    slots.set(from, slot + 1)
    const hasOtherwise = otherwise !== undefined
    steps.push({ kind: 'part', from, slot, fields: [labelled], shownIf, hasOtherwise })
  }
  return steps
}

function belongsTo(field: FixedField | AnyDerived, { from, shownIf, hasOtherwise }: PartStep): boolean {
  if ('fixed' in field) return shownIf === undefined && !hasOtherwise
  return field.from === from && field.shownIf === shownIf && (field.otherwise !== undefined) === hasOtherwise
}

/**
 * Makes a function that writes adjacent fields. Fields with the same condition for default values are checked together.
 */
function writerOf(fields: readonly Valued[]): Write {
  const writers: Write[] = []
  for (let from = 0; from < fields.length; ) {
    const usual = usualOf(fields[from])
    let to = from + 1
    while (to < fields.length && usualOf(fields[to])?.when === usual?.when) to += 1
    const writeEach = inTurn(fields.slice(from, to).map(fieldWriter))
    writers.push(usual === undefined ? writeEach : unlessUsual(usual, writeEach))
    from = to
  }
  return inTurn(writers)
}

function usualOf(labelled: Valued | undefined): Usual<unknown> | undefined {
  return labelled !== undefined && 'usual' in labelled.field ? labelled.field.usual : undefined
}

function unlessUsual({ when, sample }: Usual<unknown>, write: Write): Write {
  const text = write(sample)
  return (input) => (when(input) ? text : write(input))
}

function inTurn(writers: readonly Write[]): Write {
  const [only] = writers
  if (writers.length === 1 && only !== undefined) return only
  return (input) => {
    let text = ''
    for (const write of writers) text += write(input)
    return text
  }
}

function fieldWriter({ field, label }: Valued): Write {
  if ('fixed' in field) {
    const text = label + JSON.stringify(field.fixed)
    return () => text
  }
  const { value: derive } = field
  const [yes, no, none] = [`${label}true`, `${label}false`, `${label}null`]
  return (input) => {
    const value = derive(input)
    if (value === undefined) return ''
    if (value === true) return yes
    if (value === false) return no
    return value === null ? none : label + jsonText(value)
  }
}

/** The JSON text of a value. Whole numbers skip the check for values that JSON does not have. */
function jsonText(value: unknown): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return `${value}`
  return JSON.stringify(value)
}

/**
 * A step of joining: consecutive parts of one input, or a nested object. If the parts are empty, the step writes a
 * given text.
 */
interface Planned {
  /** Index of the input in the order of the joiner; -1 for a nested object. */
  readonly input: number
  readonly first: number
  readonly end: number
  readonly instead: string
  /** Name of the nested object; empty for parts. */
  readonly nested: string
}

/**
 * Makes the function that joins. Consecutive parts of one text are copied as one piece, because a text with fewer
 * pieces is written faster.
 */
function joinerOf<const Order extends readonly string[]>(
  steps: readonly (PartStep | NestedStep)[],
  request: unknown,
  order: Order,
): Join<Order, string> {
  const plan = planOf(steps, request, order)
  return (parts, nested) => {
    let text = ''
    let piece = NO_PARTS
    let from = 0
    let to = 0
    // Destructuring and look-ups by name would each double the time of this function.
    for (let index = 0; index < plan.length; index += 1) {
      const step = plan[index] as Planned
      const part = step.input < 0 ? NO_PARTS : (parts[step.input] as Parts)
      const isKept = part.each.length === 0
      const start = isKept ? (part.cuts[step.first] as number) : 0
      const end = isKept ? (part.cuts[step.end] as number) : 0
      if (start < end) {
        if (part !== piece || start !== to) {
          if (from < to) text += piece.text.slice(from, to)
          piece = part
          from = start
        }
        to = end
        continue
      }
      const more = isKept ? insteadOf(step, nested) : eachOf(step, part.each)
      if (more === '') continue
      if (from < to) text += piece.text.slice(from, to)
      from = to
      text += more
    }
    return `${from < to ? text + piece.text.slice(from, to) : text}}`
  }
}

const NO_PARTS: Parts = { text: '', cuts: [0], each: [] }

function insteadOf(
  { nested: name, instead }: Planned,
  nested: Readonly<Record<string, string | undefined>>,
): string {
  if (name === '') return instead
  const inner = nested[name]
  return inner === undefined ? '' : instead + inner
}

function eachOf({ first, end, instead }: Planned, each: readonly string[]): string {
  let text = each[first] as string
  for (let slot = first + 1; slot < end; slot += 1) text += each[slot]
  return text === '' ? instead : text
}

function planOf(
  steps: readonly (PartStep | NestedStep)[],
  request: unknown,
  order: readonly string[],
): readonly Planned[] {
  const plan: Planned[] = []
  for (const step of steps) {
    if (step.kind === 'part' && step.shownIf?.(request) === false) continue
    const planned = step.kind === 'part' ? plannedPart(step, request, order) : plannedNested(step)
    const last = plan.at(-1)
    if (last !== undefined && isContinued(last, planned))
      plan[plan.length - 1] = { ...last, end: planned.end }
    else plan.push(planned)
  }
  return plan
}

function isContinued(one: Planned, next: Planned): boolean {
  const isSame = one.input >= 0 && one.input === next.input && one.end === next.first
  return isSame && one.instead + next.instead === ''
}

function plannedNested({ label, name }: NestedStep): Planned {
  return { input: -1, first: 0, end: 0, instead: label, nested: name }
}

function plannedPart({ from, slot, fields }: PartStep, request: unknown, order: readonly string[]): Planned {
  if (from === 'request') {
    return { input: -1, first: 0, end: 0, instead: writerOf(fields)(request), nested: '' }
  }
  const instead = otherwiseText(fields, request)
  return { input: order.indexOf(from), first: slot, end: slot + 1, instead, nested: '' }
}

function otherwiseText(fields: readonly Valued[], request: unknown): string {
  return fields
    .map(({ field, label }) => {
      const value = 'otherwise' in field ? field.otherwise?.(request) : undefined
      return value === undefined ? '' : label + jsonText(value)
    })
    .join('')
}

/** Generates faulty JSON bodies for an endpoint from the schema of its body. */

/** The part of JSON Schema that declared bodies use. */
export interface BodySchema {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly BodySchema[]
  readonly properties?: Readonly<Record<string, BodySchema>>
  readonly required?: readonly string[]
  readonly items?: BodySchema
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxLength?: number
}

export interface BodyFault {
  /** The place and the kind of the fault, such as `poll.options: a text`. */
  readonly name: string
  /** The text of the body that the test sends. */
  readonly text: string
  /** True if the body violates its schema, so that the endpoint must refuse it. */
  readonly isWrong: boolean
}

/** A value as JSON text, with its kind. */
type Value = readonly [kind: string, text: string]

const LONG = `"${'n'.repeat(50_000)}"`

/** Texts that are not an id, a choice, a number or a boolean. */
const MALFORMED: readonly Value[] = [
  ['a word', '"x.y"'],
  ['an empty text', '""'],
  ['a negative id', '"-5"'],
  ['a NUL', '"5\\u0000"'],
  ['half a surrogate pair', '"\\ud83d"'],
  ['markup', '"<script>"'],
  ['a long text', LONG],
]

const NUMBERS: readonly Value[] = [
  ['zero', '0'],
  ['a negative number', '-7'],
  ['a fraction', '1.5'],
  ['a number beyond 64 bits', '99999999999999999999'],
  ['an infinite number', '1e999'],
]

const OTHERS: readonly Value[] = [
  ['true', 'true'],
  ['null', 'null'],
  ['an empty list', '[]'],
  ['a list of lists', '[[["x.y"]]]'],
  ['a list of null', '[null]'],
]

const OBJECT: Value = ['an object', '{"colour":{"blue":1}}']
const WORD: Value = ['a word', '"x.y"']

/** Bodies that are no object, or no JSON. */
const WHOLE: readonly BodyFault[] = [
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x.y"'],
  ['a number', '5'],
  ['half an object', '{"a":'],
  ['two objects', '{}{}'],
  ['nested deeply', `${'['.repeat(40)}${']'.repeat(40)}`],
  ['a single quotation mark', "{'a':1}"],
  ['a comma too many', '{"a":1,}'],
].map(([name = '', text = '']) => ({ name: `the body is ${name}`, text, isWrong: true }))

/** All faults of a body, and the smallest body that its schema allows. */
export function bodyFaults(schema: BodySchema): readonly BodyFault[] {
  const least = { name: 'the least body', text: sampleOf(schema), isWrong: false }
  return [least, ...WHOLE, ...(schema.anyOf ?? [schema]).flatMap((each) => objectFaults(each, ''))]
}

/** A value that the schema allows, as JSON text. */
function sampleOf(schema: BodySchema): string {
  const { anyOf, properties = {}, required = [], items, minItems = 1, minimum = 5 } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (anyOf !== undefined) return sampleOf(anyOf[0] ?? {})
  switch (schema.type) {
    case 'object':
      return objectText(required.map((name) => [name, sampleOf(properties[name] ?? {})]))
    case 'array':
      return `[${Array.from({ length: minItems }, () => sampleOf(items ?? {})).join(',')}]`
    case 'integer':
      return String(minimum)
    case 'boolean':
      return 'false'
    default:
      return JSON.stringify(wordFor(schema.pattern))
  }
}

function wordFor(pattern = ''): string {
  return ['word', '5', 'EN'].find((word) => new RegExp(pattern).test(word)) ?? 'word'
}

type Member = readonly [name: string, text: string]

function objectText(members: readonly Member[]): string {
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

/** @param path path of the object in the body, with a dot at the end; empty for the body itself */
function objectFaults(schema: BodySchema, path: string): readonly BodyFault[] {
  const { properties = {}, required = [] } = schema
  const least = required.map((name): Member => [name, sampleOf(properties[name] ?? {})])
  const faults: BodyFault[] = []
  const unknown: Member = ['colour', '"blue"']
  faults.push({ name: `${path}colour: unknown`, text: objectText([...least, unknown]), isWrong: true })
  const odd: Member = ['__proto__', '{"a":1}']
  faults.push({ name: `${path}__proto__: unknown`, text: objectText([...least, odd]), isWrong: true })
  for (const [name, member] of Object.entries(properties)) {
    const others = least.filter(([each]) => each !== name)
    const place = `${path}${name}`
    const isRequired = required.includes(name)
    const good: Member = [name, sampleOf(member)]
    const fault = (kind: string, members: readonly Member[], isWrong: boolean) =>
      faults.push({ name: `${place}: ${kind}`, text: objectText(members), isWrong })
    fault('left out', others, isRequired)
    fault('good', [...others, good], false)
    fault('twice', [...others, good, good], false)
    fault('good, then an object', [...others, good, [name, OBJECT[1]]], isWrongFor(member, OBJECT))
    for (const [kind, text] of [...MALFORMED, ...NUMBERS, ...OTHERS, OBJECT, ...tooLong(member)]) {
      const isWrong = text === 'null' ? isRequired : isWrongFor(member, [kind, text])
      fault(kind, [...others, [name, text]], isWrong)
    }
    for (const inner of innerFaults(member, `${place}.`))
      faults.push({ ...inner, text: objectText([...others, [name, inner.text]]) })
  }
  return faults
}

/** Faults inside a value. */
function innerFaults(schema: BodySchema, path: string): readonly BodyFault[] {
  const { anyOf = [schema], items } = schema
  if (items !== undefined)
    return innerFaults(items, path).map((fault) => ({ ...fault, text: `[${fault.text}]` }))
  return anyOf.flatMap((each) => {
    if (each.properties !== undefined) return objectFaults(each, path)
    return each === schema ? [] : innerFaults(each, path)
  })
}

const TOO_MANY = 'too many'
const TOO_LONG = 'too long'
const TOO_LARGE = 'too large'

function tooLong({ items, maxItems, maxLength, maximum }: BodySchema): readonly Value[] {
  const many = Array.from({ length: (maxItems ?? 0) + 1 }, () => sampleOf(items ?? {}))
  return [
    ...(maxItems === undefined ? [] : [[TOO_MANY, `[${many.join(',')}]`] as const]),
    ...(maxLength === undefined ? [] : [[TOO_LONG, JSON.stringify('n'.repeat(maxLength + 1))] as const]),
    ...(maximum === undefined ? [] : [[TOO_LARGE, String(maximum + 1)] as const]),
  ]
}

/**
 * True for values that every endpoint refuses. Other values may be accepted: endpoints accept numbers and
 * booleans where a text is declared, because clients send them, and an empty text means that a member is
 * absent.
 */
function isWrongFor(schema: BodySchema, [kind, text]: Value): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.every((each) => isWrongFor(each, [kind, text]))
  if (kind === TOO_MANY || kind === TOO_LONG || kind === TOO_LARGE) return true
  const isObject = text === OBJECT[1]
  if (schema.const !== undefined) return isObject || text === WORD[1]
  switch (schema.type) {
    case 'object':
      return isObject || text === WORD[1] || text === '1.5' || text === 'true'
    case 'array':
      return isObject
    case 'integer':
    case 'boolean':
      return isObject || text === WORD[1]
    default:
      return isObject || (schema.pattern !== undefined && text === WORD[1])
  }
}

/** Compares the parameters of two base strings. */
import { encodePercent } from '../../../lib/percent.ts'
import { decoded, type Finding, type MistakeName } from './finding.ts'

/** A parameter of a base string. Name and value are decoded once, so they are still percent-encoded once. */
interface Parameter {
  readonly name: string
  readonly value: string
  /** The parameter as written in the base string. */
  readonly text: string
}

/** Compares the parameter parts of two base strings. @param bodyNames names of parameters in the body of the request */
export function compareParameters(
  server: string,
  yours: string,
  bodyNames: ReadonlySet<string>,
): readonly Finding[] {
  if (server === yours) return []
  if (yours === decoded(server)) return [{ mistake: 'parameters-not-encoded' }]
  const [right, own] = [parametersOf(server), parametersOf(yours)]
  const missing = without(right, own)
  const extra = without(own, right)
  if (missing.length === 0 && extra.length === 0) {
    const index = right.findIndex(({ text }, at) => text !== own[at]?.text)
    const [a, b] = [right[index], own[index]]
    return [{ mistake: 'order', ...named(a ?? b), ...values(a, b) }]
  }
  const findings: Finding[] = []
  for (const parameter of missing) {
    const index = extra.findIndex((each) => isSameName(each.name, parameter.name))
    const [changed] = index < 0 ? [] : extra.splice(index, 1)
    const mistake =
      changed === undefined ? missingMistake(parameter, bodyNames) : valueMistake(parameter, changed)
    findings.push({ mistake, ...named(parameter), ...values(parameter, changed) })
  }
  for (const parameter of extra) {
    findings.push({
      mistake: extraMistake(parameter, right),
      ...named(parameter),
      ...values(undefined, parameter),
    })
  }
  return findings
}

function parametersOf(text: string): readonly Parameter[] {
  if (text === '') return []
  return text.split(/%26/i).map((pair) => {
    const [name = '', ...value] = pair.split(/%3D/i)
    return { name: decoded(name), value: decoded(value.join('%3D')), text: pair }
  })
}

/** Multiset difference: the parameters of `some` without those of `others`. */
function without(some: readonly Parameter[], others: readonly Parameter[]): Parameter[] {
  const counts = new Map<string, number>()
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1)
  return some.filter(({ text }) => {
    const count = counts.get(text) ?? 0
    counts.set(text, count - 1)
    return count <= 0
  })
}

function isSameName(one: string, other: string): boolean {
  return fully(one) === fully(other)
}

function missingMistake({ name }: Parameter, bodyNames: ReadonlySet<string>): MistakeName {
  if (bodyNames.has(fully(name))) return 'body-left-out'
  return name.startsWith('oauth_') ? 'oauth-parameter-missing' : 'parameter-missing'
}

function extraMistake({ name, text }: Parameter, right: readonly Parameter[]): MistakeName {
  if (name === 'oauth_signature') return 'signature-included'
  return right.some((each) => each.text === text) ? 'parameter-twice' : 'parameter-extra'
}

/** The mistake in the value of a parameter whose name is correct. */
function valueMistake(server: Parameter, yours: Parameter): MistakeName {
  const [right, own] = [`${server.name}=${server.value}`, `${yours.name}=${yours.value}`]
  if (own === right || upperHex(own) === right) return 'hex-case'
  if (own.replaceAll('+', '%20') === right) return 'plus-for-space'
  if (decoded(yours.name) === server.name && decoded(yours.value) === server.value) return 'encoded-twice'
  if (yours.value === decoded(server.value))
    return isReserved(right, own) ? 'reserved-characters' : 'encoded-once-less'
  if (isReserved(right, own)) return 'reserved-characters'
  if (server.name === 'oauth_timestamp') return 'timestamp'
  return server.name === 'oauth_nonce' ? 'nonce' : 'value'
}

/** True if the texts differ only in characters that `encodeURIComponent` does not encode. */
function isReserved(right: string, own: string): boolean {
  return own.replaceAll(/[!'()*]/g, encodePercent) === right
}

function upperHex(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (hex) => hex.toUpperCase())
}

function named(parameter: Parameter | undefined): Pick<Finding, 'parameter'> {
  return parameter === undefined ? {} : { parameter: fully(parameter.name) }
}

function values(
  server: Parameter | undefined,
  yours: Parameter | undefined,
): Pick<Finding, 'server' | 'yours'> {
  return {
    ...(server === undefined ? {} : { server: server.text }),
    ...(yours === undefined ? {} : { yours: yours.text }),
  }
}

function fully(text: string): string {
  let rest = text
  // Names are decoded twice, so that a name that was encoded once too often still matches.
  for (let time = 0; time < 2; time += 1) rest = decoded(rest)
  return rest
}

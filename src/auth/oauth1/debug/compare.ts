/**
 * Compares the base string of a developer with the base string of the server, and names the mistakes
 * (spec/signatures.md#base-string). Both texts have masked secrets, as in the result of {@link explain}.
 */
import { encodePercent } from '../../../lib/percent.ts'
import { decoded, type Finding, firstDifference, type MistakeName, snippetAt } from './finding.ts'
import { compareParameters } from './parameters.ts'

/** Longest text that is compared, in characters. */
export const MAX_COMPARED_LENGTH = 20_000

export interface Comparison {
  /** True if the strings are equal. The mistake is then in the key or in the signature. */
  readonly isSame: boolean
  /** Position of the first byte that differs; undefined for equal strings. */
  readonly firstByte: number | undefined
  /** The text around that byte, in the string of the server and in the string of the developer. */
  readonly server: string
  readonly yours: string
  /** The most important mistake first; empty for equal strings. */
  readonly findings: readonly Finding[]
}

/**
 * Compares two base strings.
 * @param server the base string of the server
 * @param yours the text that a developer has pasted, at most {@link MAX_COMPARED_LENGTH} characters
 * @param bodyNames names of parameters in the body of the request; others are in the query or the header
 */
export function compareBaseStrings(
  server: string,
  yours: string,
  bodyNames: ReadonlySet<string>,
): Comparison {
  const firstByte = firstDifference(server, yours)
  if (firstByte === undefined) {
    return { isSame: true, firstByte, server: '', yours: '', findings: [] }
  }
  const findings = findingsOf(server, yours, bodyNames)
  return {
    isSame: false,
    firstByte,
    server: snippetAt(server, firstByte),
    yours: snippetAt(yours, firstByte),
    findings: findings.length > 0 ? findings : [{ mistake: 'other' }],
  }
}

function findingsOf(server: string, yours: string, bodyNames: ReadonlySet<string>): readonly Finding[] {
  const whole = wholeMistake(server, yours)
  if (whole !== undefined) return [{ mistake: whole }]
  const [method = '', url = '', parameters = ''] = server.split('&')
  const [ownMethod = '', ownUrl = '', ...rest] = yours.split('&')
  return [
    ...methodFindings(method, ownMethod),
    ...urlFindings(url, ownUrl),
    ...(rest.length === 1
      ? compareParameters(parameters, rest[0] ?? '', bodyNames)
      : [{ mistake: 'parameters-not-encoded' as const }]),
  ]
}

/** A mistake that changes the whole string, such as encoding it as a whole; undefined if there is none. */
function wholeMistake(server: string, yours: string): MistakeName | undefined {
  const trimmed = yours.trim()
  if (trimmed === '') return 'empty'
  if (trimmed !== yours || /[\r\n]/.test(yours)) {
    if (yours.replaceAll(/\s/g, '') === server) return 'white-space'
  }
  if (trimmed === encodePercent(server)) return 'encoded-as-a-whole'
  if (trimmed.split('&').length < 3) return 'separator-missing'
  return undefined
}

function methodFindings(server: string, yours: string): readonly Finding[] {
  if (server === yours) return []
  const isCase = server === yours.toUpperCase()
  return [{ mistake: isCase ? 'method-case' : 'method', server, yours }]
}

function urlFindings(server: string, yours: string): readonly Finding[] {
  if (server === yours) return []
  const [right, own] = [decoded(server), decoded(yours)]
  const finding = (mistake: MistakeName): readonly Finding[] => [{ mistake, server: right, yours: own }]
  if (yours.includes('://')) return finding('url-not-encoded')
  if (own === right) return finding('hex-case')
  if (decoded(own) === right) return finding('url-encoded-twice')
  const [a, b] = [urlParts(right), urlParts(own)]
  if (own.includes('?')) return finding('query-in-url')
  if (a === undefined || b === undefined) return finding('url')
  if (a.scheme !== b.scheme) return finding('scheme')
  if (a.host !== b.host) return finding(a.host === b.host.toLowerCase() ? 'host-case' : 'host')
  if (a.port !== b.port) return finding('port')
  return finding('path')
}

interface UrlParts {
  readonly scheme: string
  readonly host: string
  readonly port: string
  readonly path: string
}

function urlParts(url: string): UrlParts | undefined {
  const match = /^(?<scheme>[a-z]+):\/\/(?<host>\[[^\]]*\]|[^/:]*)(?::(?<port>\d*))?(?<path>\/.*|)$/i.exec(
    url,
  )
  if (match?.groups === undefined) return undefined
  const { scheme = '', host = '', port = '', path = '' } = match.groups
  return { scheme, host, port, path }
}

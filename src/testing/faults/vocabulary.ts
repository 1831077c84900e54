/** Finds the names that plans can use: errors of families, and disconnects of streams. */
import { type DocumentedError, EdgeError, type EdgeReason } from '../../http/endpoint.ts'

export interface FaultFamily {
  readonly name: string
  owns(path: string): boolean
  readonly description: { readonly errors: Readonly<Record<string, DocumentedError>> }
}

export interface FaultVocabulary {
  /** The families in a fixed order. A plan that names no family uses the first family with a matching error. */
  readonly families: readonly FaultFamily[]
  /** Names of disconnect messages of all streams. */
  readonly disconnects: readonly string[]
}

/** Errors that every family has, in its own format. */
export const COMMON_ERRORS: readonly EdgeReason[] = [
  'bad-request',
  'unknown-path',
  'request-timeout',
  'body-too-large',
  'headers-too-large',
  'rate-limited',
  'over-capacity',
]

/**
 * The error that a plan names; undefined if the family does not have this error.
 * @param error a name, a code or an HTTP status
 */
export function namedError(
  { description }: Pick<FaultFamily, 'description'>,
  error: string | number,
): Error | undefined {
  const { errors } = description
  const reason = COMMON_ERRORS.find((each) => each === error)
  if (reason !== undefined) return new EdgeError(reason, 'injected by a fault plan')
  if (typeof error === 'string') return Object.hasOwn(errors, error) ? errors[error]?.make() : undefined
  const all = Object.values(errors)
  return (all.find(({ code }) => code === error) ?? all.find(({ status }) => status === error))?.make()
}

/** The families whose requests a fault can select. @param path the path in the plan; undefined for all paths */
export function familiesOn({ families }: FaultVocabulary, path: string | undefined): readonly FaultFamily[] {
  if (path === undefined || path.includes('*')) return families
  const owner = families.find((family) => family.owns(path))
  return owner === undefined ? families : [owner]
}

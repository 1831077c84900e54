/**
 * Reads the parameters of a query string or a form body. The parameters are decoded once, and stay in the order in
 * which the client sent them.
 */
import { decodeFormText } from '../lib/percent.ts'

/** Values by parameter name, in the order in which the client sent them. */
export type Sent = ReadonlyMap<string, readonly string[]>

const NOTHING: Sent = new Map()
const NO_PARAMETERS = {}

/**
 * Parameters of the path, the query and the form (query and form as `a=1&b=2`). Path parameters come first, so that the
 * query cannot override them.
 * @throws {MalformedEncoding} for invalid percent escapes and octets that are not UTF-8
 */
export function readForm(
  query: string,
  form: string | undefined,
  path: Readonly<Record<string, string>> = NO_PARAMETERS,
): Sent {
  const sent = new Map<string, string[]>()
  for (const name in path) sent.set(name, [path[name] ?? ''])
  if (query !== '') addPieces(sent, query)
  if (form !== undefined) addPieces(sent, form)
  return sent.size === 0 ? NOTHING : sent
}

function addPieces(sent: Map<string, string[]>, text: string): void {
  for (const piece of text.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = decodeFormText(equals < 0 ? piece : piece.slice(0, equals))
    const value = equals < 0 ? '' : decodeFormText(piece.slice(equals + 1))
    const values = sent.get(name)
    if (values === undefined) sent.set(name, [value])
    else values.push(value)
  }
}

/** The part of a request target after its first `?`; an empty string if there is no `?`. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?')
  return mark < 0 ? '' : target.slice(mark + 1)
}

/** The part of a request target before its first `?`. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?')
  return mark < 0 ? target : target.slice(0, mark)
}

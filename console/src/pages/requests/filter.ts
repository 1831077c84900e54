/** The filter of the log, which is in the URL. */
import type { components } from '../../api/schema.d.ts'
import type { RequestsSearch } from './search.ts'

export type LoggedRequest = components['schemas']['ConsoleRequest']

export function matches(
  { method, path, status, credentials, user_id }: LoggedRequest,
  filter: RequestsSearch,
): boolean {
  if (filter.method !== undefined && method !== filter.method) return false
  if (filter.path !== undefined && !path.toLowerCase().includes(filter.path.toLowerCase())) return false
  if (filter.status !== undefined && !String(status).startsWith(filter.status)) return false
  return filter.token === undefined || (credentials ?? 'refused') === filter.token || user_id === filter.token
}

/** Maximum number of requests on the page, as many as the server stores. */
const MAX_REQUESTS = 500

/** Adds requests that arrive: the newest first, without duplicates. */
export function merged(
  before: readonly LoggedRequest[],
  more: readonly LoggedRequest[],
): readonly LoggedRequest[] {
  const known = new Set(before.map(({ id }) => id))
  const fresh = more.filter(({ id }) => !known.has(id)).toSorted((a, b) => Number(b.id) - Number(a.id))
  return [...fresh, ...before].slice(0, MAX_REQUESTS)
}

/** The request as a curl command, with masked credentials that the user replaces. */
export function curlOf(
  { method, path }: LoggedRequest,
  origin: string,
  headers: readonly { readonly name: string; readonly value: string }[],
  body: string | undefined,
): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${origin}${path}`)}`]
  const sent = headers.filter(({ name }) => !LEFT_OUT.has(name.toLowerCase()))
  if (!sent.some(({ name }) => name.toLowerCase() === 'authorization')) {
    lines.push(`-H ${quoted('Authorization: ***')}`)
  }
  for (const { name, value } of sent) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined && body !== '') lines.push(`--data-binary ${quoted(body)}`)
  return lines.join(' \\\n  ')
}

/** Headers that curl adds itself. */
const LEFT_OUT = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding'])

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

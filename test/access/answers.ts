/** Real answers, read into the words in which policy.ts and content.ts say what they must be. */
import { parseExactly } from '../support/api-client.ts'
import type { Shown } from './content.ts'
import { REFUSALS, type Verdict } from './policy.ts'
import { isHidden, type Person, type World } from './world.ts'

export interface Answered {
  readonly status: number
  /** The body as sent. */
  readonly text: string
}

type Fields = Readonly<Record<string, unknown>>

/** What an answer must be, in one line. */
export function expectedText(
  verdict: Verdict,
  path: string,
  target: Pick<Person, 'screenName'>,
  content: () => readonly Shown[],
): (answered: readonly Shown[] | undefined) => string {
  if (verdict === 'not authorized') return () => `401 {"request":"${path}","error":"Not authorized."}`
  if (verdict !== 'good') {
    const [status, code, message] = REFUSALS[verdict]
    const text = message.replace('{name}', target.screenName)
    return () => `${status} ${JSON.stringify({ errors: [{ code, message: text }] })}`
  }
  // A list of ids tells of nobody what stands between it and the viewer.
  return (answered) => {
    const tells = answered?.some(({ marks }) => marks !== undefined) ?? false
    return goodText(content().map(({ what, marks }) => (tells ? { what, marks } : { what })))
  }
}

/** What it is. Refusals are to the letter. */
export function actualText({ status, text }: Answered, shown: readonly Shown[] | undefined): string {
  return status === 200 && shown !== undefined ? goodText(shown) : `${status} ${text}`
}

function goodText(shown: readonly Shown[]): string {
  const lines = shown.map(({ what, marks }) => (marks === undefined ? what : `${what} (${marks.join(', ')})`))
  return `200 ${lines.sort().join('; ')}`
}

/** What a good answer shows; undefined for one that is none. */
export function shownIn(world: World, { status, text }: Answered): readonly Shown[] | undefined {
  if (status !== 200) return undefined
  const body = parseExactly(text)
  if (Array.isArray(body)) return body.map((item) => shownAs(world, item))
  const { ids, users, relationship, screen_name: name } = body as Fields
  if (Array.isArray(ids)) return ids.map((item) => shownAs(world, item))
  if (Array.isArray(users)) return users.map((item) => shownAs(world, item))
  if (relationship !== undefined) return [{ what: pairIn(world, relationship as Record<string, Fields>) }]
  return name === undefined ? [] : [shownAs(world, body)]
}

function shownAs(world: World, item: unknown): Shown {
  if (typeof item === 'bigint') return { what: labelOf(world, item) }
  const user = item as Fields
  const { id, connections, screen_name: name } = user
  // Settings name their user and nothing more.
  if (id === undefined)
    return { what: world.people.find(({ screenName }) => screenName === name)?.label ?? '?' }
  const what = labelOf(world, id as bigint)
  if (Array.isArray(connections)) return { what, marks: connections as string[] }
  if (user['following'] === null) return { what, marks: 'blocking' in user ? ['told by halves'] : ['untold'] }
  const names = ['following', 'follow_request_sent', 'muting', 'blocking', 'blocked_by']
  return { what, marks: names.filter((each) => user[each] === true) }
}

function labelOf(world: World, id: bigint): string {
  return world.person(id)?.label ?? `somebody with the id ${id}`
}

/** The two ends as they are told, each with its label in place of its id and name. */
function pairIn(world: World, ends: Readonly<Record<string, Fields>>): string {
  const told = Object.entries(ends).map(([end, { id, id_str, screen_name, ...fields }]) => {
    const isWhole = id_str === String(id) && world.person(id as bigint)?.screenName === screen_name
    return [end, { who: isWhole ? labelOf(world, id as bigint) : 'no whole user', ...fields }]
  })
  return JSON.stringify(Object.fromEntries(told))
}

/** Finds in texts whatever belongs to those who are shown to nobody: ids, screen names, names. */
export function leakFinder(world: World): (text: string) => readonly string[] {
  const secrets = world.people
    .filter(isHidden)
    .flatMap(({ label, id, screenName, name }) =>
      [String(id), screenName, name].map((secret) => [secret.toLowerCase(), label] as const),
    )
  return (text) => {
    const lower = text.toLowerCase()
    return secrets
      .filter(([secret]) => lower.includes(secret))
      .map(([secret, label]) => `${secret} of ${label}`)
  }
}

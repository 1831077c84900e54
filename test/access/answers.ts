/** Converts responses to the terms in which policy.ts and content.ts express the expected responses. */
import { parseExactly } from '../support/api-client.ts'
import type { Shown } from './content.ts'
import { REFUSALS, type Verdict } from './policy.ts'
import { isHidden, type Person, type World } from './world.ts'

export interface Answered {
  readonly status: number
  /** The text of the body. */
  readonly text: string
}

type Fields = Readonly<Record<string, unknown>>

/** Renders the expected response in one line. */
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
  // A list of ids does not show relations to the viewer.
  return (answered) => {
    const showsMarks = answered?.some(({ marks }) => marks !== undefined) ?? false
    return goodText(content().map(({ what, marks }) => (showsMarks ? { what, marks } : { what })))
  }
}

/** Renders the actual response in one line. For a refusal, the line has the whole body. */
export function actualText({ status, text }: Answered, shown: readonly Shown[] | undefined): string {
  return status === 200 && shown !== undefined ? goodText(shown) : `${status} ${text}`
}

function goodText(shown: readonly Shown[]): string {
  const lines = shown.map(({ what, marks }) => (marks === undefined ? what : `${what} (${marks.join(', ')})`))
  return `200 ${lines.sort().join('; ')}`
}

/** The content of a successful response. Undefined for other responses. */
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
  // The settings of an account contain the name of their user, but no id.
  if (id === undefined)
    return { what: world.people.find(({ screenName }) => screenName === name)?.label ?? '?' }
  const what = labelOf(world, id as bigint)
  if (Array.isArray(connections)) return { what, marks: connections as string[] }
  if (user['following'] === null)
    return { what, marks: 'blocking' in user ? ['partial marks'] : ['no marks'] }
  const names = ['following', 'follow_request_sent', 'muting', 'blocking', 'blocked_by']
  return { what, marks: names.filter((each) => user[each] === true) }
}

function labelOf(world: World, id: bigint): string {
  return world.person(id)?.label ?? `an unknown user with the id ${id}`
}

/** The source and the target of a relationship, with a label instead of the id and the name. */
function pairIn(world: World, ends: Readonly<Record<string, Fields>>): string {
  const converted = Object.entries(ends).map(([end, { id, id_str, screen_name, ...fields }]) => {
    const isWhole = id_str === String(id) && world.person(id as bigint)?.screenName === screen_name
    return [end, { who: isWhole ? labelOf(world, id as bigint) : 'an inconsistent user', ...fields }]
  })
  return JSON.stringify(Object.fromEntries(converted))
}

/** Finds ids, screen names and names of hidden users in texts. */
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

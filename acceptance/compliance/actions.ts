/**
 * Generates random operator actions on posts and users from a seed, sends them to the operator's endpoint,
 * and applies them to the expected state.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from '../support/installation.ts'
import type { ExpectedState } from './expected-state.ts'

export interface Action {
  readonly on: 'post' | 'user'
  readonly id: string
  readonly action: string
  readonly countries?: readonly string[]
  readonly text?: string
  readonly up_to_id?: string
}

const LISTS = [['DE'], ['FR', 'AT'], ['XX'], ['BR', 'DE', 'IN']] as const
const POST_ACTIONS = ['delete', 'edit', 'drop', 'undrop', 'withhold', 'withhold', 'unwithhold'] as const
const USER_ACTIONS = [
  'protect',
  'unprotect',
  'suspend',
  'unsuspend',
  'deactivate',
  'reactivate',
  'withhold',
  'unwithhold',
  'scrub_geo',
] as const

/** Generates a random action. Aviary may refuse it. @param spared users who must stay able to act */
export function drawAction(truth: ExpectedState, random: () => number, spared: ReadonlySet<string>): Action {
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const countries = one(LISTS)
  const posts = [...truth.posts].filter(([, { isDeleted }]) => !isDeleted)
  const [id, { userId }] = one(posts)
  if (random() < 0.7) {
    const action = one(POST_ACTIONS)
    return { on: 'post', id, action, countries, text: `Edited ${id} at ${random()}` }
  }
  const ids = [...truth.users.keys()].filter((user) => !spared.has(user))
  const action = one(USER_ACTIONS)
  if (action === 'scrub_geo') return { on: 'user', id: userId, action, up_to_id: id }
  return { on: 'user', id: one(ids), action, countries }
}

/** Applies an accepted action to the expected state. */
export function applyAction(
  truth: ExpectedState,
  { on, id, action, countries = [], text = '', up_to_id }: Action,
): void {
  if (on === 'post') {
    // The same request may already have deleted this repost together with its original.
    if (truth.posts.get(id)?.isDeleted !== false) return
    if (action === 'delete') truth.delete(id)
    const edits = truth.posts.get(id)?.edits ?? []
    const changes: Record<string, object> = {
      edit: { edits: [...edits, text] },
      drop: { isDropped: true },
      undrop: { isDropped: false },
      withhold: { withheld: countries.toSorted() },
      unwithhold: { withheld: [] },
    }
    truth.changePost(id, changes[action] ?? {})
    return
  }
  const { scrubbedUpTo } = truth.user(id)
  const upTo = BigInt(up_to_id ?? 0)
  const changes: Record<string, object> = {
    protect: { isProtected: true },
    unprotect: { isProtected: false },
    suspend: { isSuspended: true },
    unsuspend: { isSuspended: false },
    deactivate: { isDeactivated: true },
    reactivate: { isDeactivated: false },
    withhold: { withheld: countries.toSorted() },
    unwithhold: { withheld: [] },
    scrub_geo: { scrubbedUpTo: upTo > scrubbedUpTo ? upTo : scrubbedUpTo },
  }
  truth.changeUser(id, changes[action] ?? {})
}

/**
 * Sends actions as an operator. Returns the accepted actions with the deletions last, because a deletion also
 * deletes the reposts of the post, and actions on these reposts must come first.
 */
export async function moderate(
  place: Installation,
  opsUrl: string,
  actions: readonly Action[],
): Promise<readonly Action[]> {
  const token = (await readFile(join(place.data, 'operator.token'), 'utf8')).trim()
  const response = await fetch(`${opsUrl}/moderation`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ actor: 'acceptance', actions: actions.map(fieldsOf) }),
  })
  assert.equal(response.status, 200, await response.clone().text())
  const { results } = (await response.json()) as { results: { done: boolean }[] }
  const done = actions.filter((_, index) => results[index]?.done === true)
  return done.toSorted((a, b) => Number(a.action === 'delete') - Number(b.action === 'delete'))
}

function fieldsOf({ countries, text, ...action }: Action): object {
  return {
    ...action,
    reason: 'the test',
    ...(action.action === 'withhold' ? { countries } : {}),
    ...(action.action === 'edit' ? { text } : {}),
  }
}

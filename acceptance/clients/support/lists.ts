/** Creates a list with the API, for clients that have no call for this. */
import { pick } from './cases.ts'
import type { Stage } from './stage.ts'

/**
 * Creates a public list of ada. Its member is the first author of the week, and bob follows it.
 * @returns its id
 */
export async function createList({ as, network }: Stage): Promise<string> {
  const { ada, bob, authors } = network
  const id = String(pick(await as(ada, 'POST', '/2/lists', { name: 'Reading' }), 'data.id'))
  await as(ada, 'POST', `/2/lists/${id}/members`, { user_id: authors[0]?.id })
  await as(bob, 'POST', `/2/users/${bob.id}/followed_lists`, { list_id: id })
  return id
}

/**
 * Checks the promises after a fault run: no acknowledged write is lost or stored twice, and rate windows and nonces
 * keep their promises.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { query } from '../../src/db/query.ts'
import type { Stage } from './stage.ts'
import { send } from './writers.ts'

/** Milliseconds after the last fault within which every acknowledged write must arrive on the streams. */
const SETTLE_MS = 60_000

/** Maximum calls of `followers/list` in a rate window. */
const WINDOW_CALLS = 15

/** Number of deleted posts of each user that the check requests at the end. */
const LOOKUPS = 10

/** Number of signed requests that the check sends again at the end. Every node knows the nonces of all nodes. */
const REPLAYS = 200

/** Waits until every reader has received every acknowledged write. @returns a sentence if the wait takes too long */
export async function settled({ readers, writers, compliance, deleter }: Stage): Promise<string[]> {
  const until = Date.now() + SETTLE_MS
  const isHeard = () =>
    writers.every(({ acknowledged }) =>
      acknowledged.every((id) => readers.every((reader) => reader.has(id))),
    ) && deleter.deleted.flat().every((id) => compliance.has(id))
  while (!isHeard() && Date.now() < until) await pause(100)
  return isHeard() ? [] : [`not everything acknowledged was heard within ${SETTLE_MS / 1_000} s`]
}

/**
 * Waits until every node is ready. A node whose server has ended by itself is never ready.
 * @returns a sentence for each node that is not ready
 */
export async function unready({ nodes }: Pick<Stage, 'nodes'>, withinMs = SETTLE_MS): Promise<string[]> {
  const until = Date.now() + withinMs
  while (nodes.some(({ isReady }) => !isReady) && Date.now() < until) await pause(100)
  return nodes.filter(({ isReady }) => !isReady).map(({ name, answer }) => `${name} is not ready: ${answer}`)
}

/**
 * Checks the promises after the writers have stopped.
 * @returns a sentence for each broken promise
 */
export async function problemsOf(stage: Stage): Promise<string[]> {
  const { readers, writers, spender, context, database, compliance, deleter } = stage
  const ledgers = writers.map(({ acknowledged }) => acknowledged)
  const found = readers.flatMap((reader) => reader.problems(ledgers))
  found.push(...compliance.problems(deleter.deleted), ...liveProblems(stage))
  const acknowledged = ledgers.flat()
  const stored = new Set((await context.store.rows(storedPosts, {})).map(({ id }) => String(id)))
  const lost = acknowledged.filter((id) => !stored.has(id))
  if (lost.length > 0) found.push(`${lost.length} acknowledged posts are not stored`)
  const texts = await context.store.rows(repeatedTexts, {})
  if (texts.length > 0) found.push(`${texts.length} posts are stored twice`)
  // A failover may lose the counts of the last moments of a window (docs/decisions/0155-several-database-hosts.md).
  const most = WINDOW_CALLS * (1 + database.failovers)
  const above = spender.granted.filter((count) => count > most)
  if (above.length > 0) found.push(`windows of ${WINDOW_CALLS} calls granted ${above.join()}`)
  return [...found, ...(await undeleted(stage)), ...(await replays(stage))]
}

function liveProblems({ live: [filter, user], writers, firstUser }: Stage): string[] {
  const ledgers = writers.map(({ acknowledged }) => acknowledged)
  return [...filter.problems(ledgers), ...user.problems(writers.map((writer) => writer.ledgerOf(firstUser)))]
}

/** Requests the last deleted posts. Every response must be 404. */
async function undeleted({ deleter, url, firstUser }: Stage): Promise<string[]> {
  let shown = 0
  for (const id of deleter.deleted.flatMap((ids) => ids.slice(-LOOKUPS))) {
    const one = `${url}/1.1/statuses/show/${id}.json`
    if ((await send(one, firstUser('GET', one))).status !== 404) shown += 1
  }
  return shown === 0 ? [] : [`${shown} deleted posts are still there`]
}

/** Sends signed requests again that a node has acknowledged. No node may accept such a request. */
async function replays({ writers }: Stage): Promise<string[]> {
  const signed = writers.flatMap((writer) => writer.signed.slice(-Math.ceil(REPLAYS / writers.length)))
  let accepted = 0
  for (const { url, authorization } of signed)
    if ((await send(url, authorization, 'POST')).status !== 401) accepted += 1
  return accepted === 0 ? [] : [`${accepted} signed requests were accepted again`]
}

const storedPosts = query()((k) => k.selectFrom('posts').select('id'))

const repeatedTexts = query()(
  () =>
    sql<{
      readonly author_id: bigint
    }>`select author_id from posts group by author_id, text_key having count(*) > 1`,
)

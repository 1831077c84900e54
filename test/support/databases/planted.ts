/** Stores rows that have valid checksums and unusable content, and repairs such rows. */
import { query, type SqlValue } from '../../../src/db/query.ts'
import type { Reader, Store, Tx } from '../../../src/db/store.ts'
import type { Context } from '../../../src/domain/context.ts'
import { checksumOfPost } from '../../../src/domain/posts/checksum.ts'
import { must } from '../../../src/lib/assert.ts'
import { firstSnowflakeAt } from '../../../src/lib/ids/snowflake.ts'
import { append } from '../../../src/log/append.ts'
import { NO_REFERENCES } from '../../../src/log/event.ts'
import { checksumOf } from '../../../src/log/record.ts'
import { raw } from '../tables.ts'

/**
 * Malformed JSON, so that the post cannot be read. The server would repair JSON with a wrong structure
 * (lib/repaired-json.ts).
 */
export const UNUSABLE = '{"text":'

/** Adds posts with this content and their events in one transaction. @returns their ids */
export async function plantPosts(
  context: Pick<Context, 'store' | 'clock'>,
  authorId: bigint,
  contents: readonly (object | string)[],
  nextId: () => bigint = idsOfAMinuteAgo(context),
): Promise<readonly bigint[]> {
  const ids = contents.map(() => nextId())
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    for (const [index, content] of contents.entries()) {
      const id = must(ids[index], 'an id')
      await insertPost(tx, id, authorId, now, textOf(content))
      append(tx, now, { kind: 'post.created', user_id: authorId, post_id: id, ...NO_REFERENCES })
    }
    const count = `statuses_count = statuses_count + ${contents.length}`
    await tx.run(raw(`update user_counts set ${count} where user_id = ${authorId}`), {})
  })
  return ids
}

/** The last id that was made for each store. It is needed because two calls may occur in one millisecond. */
const lastIds = new WeakMap<Store, bigint>()

/**
 * Makes ids whose time is a minute ago, because searches find no posts that are younger than half a minute.
 */
function idsOfAMinuteAgo({ store, clock }: Pick<Context, 'store' | 'clock'>): () => bigint {
  const first = firstSnowflakeAt(clock.now() - 60_000)
  return () => {
    const last = lastIds.get(store) ?? 0n
    const id = (last > first ? last : first) + 1n
    lastIds.set(store, id)
    return id
  }
}

async function insertPost(tx: Tx, id: bigint, authorId: bigint, now: number, content: string): Promise<void> {
  const row = {
    id,
    author_id: authorId,
    created_at: now,
    initial_id: id,
    in_reply_to_post_id: null,
    in_reply_to_user_id: null,
    quoted_id: null,
    reposted_id: null,
    conversation_id: id,
    text_key: '',
    content,
  }
  const values = Object.values({ ...row, checksum: checksumOfPost(row) }).map(literal)
  await tx.run(
    raw(`insert into posts (${Object.keys(row).join(', ')}, checksum) values (${values.join(', ')})`),
    {},
  )
}

/** Replaces the content of a post, and its checksum, without an event. */
export async function setContent(store: Store, id: bigint, content: object | string): Promise<void> {
  const row = must(await store.first(postById, { id }), 'a post')
  const text = textOf(content)
  const checksum = checksumOfPost({ ...row, content: text })
  await store.write((tx) =>
    tx.run(raw(`update posts set content = ${literal(text)}, checksum = ${checksum} where id = ${id}`), {}),
  )
}

function textOf(content: object | string): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

/** Replaces the facts or the kind of an event, and its checksum. */
export async function setEvent(
  store: Store,
  position: bigint,
  { kind, facts }: { readonly kind?: string; readonly facts?: string },
): Promise<void> {
  const row = must(await store.first(eventAt, { position }), 'an event')
  const changed = { ...row, kind: kind ?? row.kind, facts: facts ?? row.facts }
  const set = `kind = ${literal(changed.kind)}, facts = ${literal(changed.facts)}, checksum = ${checksumOf(position, changed)}`
  await store.write((tx) => tx.run(raw(`update events set ${set} where position = ${position}`), {}))
}

/** Position of the last event of a kind about a user. */
export async function lastOf(reader: Reader, kind: string, userId: bigint): Promise<bigint> {
  const row = await reader.first(lastEvent, { kind, user: userId })
  return must(row, `an event ${kind}`).position
}

function literal(value: SqlValue): string {
  if (value === null) return 'null'
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

const postById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('posts').selectAll().where('id', '=', p('id')),
)

const eventAt = query<{ position: bigint }>()((k, p) =>
  k.selectFrom('events').selectAll().where('position', '=', p('position')),
)

const lastEvent = query<{ kind: string; user: bigint }>()((k, p) =>
  k
    .selectFrom('events')
    .select('position')
    .where('kind', '=', p('kind'))
    .where('user_id', '=', p('user'))
    .orderBy('position', 'desc')
    .limit(1),
)

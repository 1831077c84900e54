/**
 * Stores a new post with as little work as possible, with the bare drivers and hand-written statements. It
 * reads the author and a possible duplicate. It stores the post, the event and the author's post count in
 * one transaction. It updates the index of recent posts in batches of a hundred.
 */
import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'

/** The fields of the author that a response shows. */
export interface Author {
  readonly id: bigint
  readonly screen_name: string
  readonly name: string
  readonly created_at: bigint
  readonly followers_count: bigint
  readonly friends_count: bigint
  readonly statuses_count: bigint
  readonly favourites_count: bigint
  /** Null without a duplicate in the last day. */
  readonly duplicate: unknown
}

export interface MinimalPost {
  readonly id: bigint
  readonly author: string
  readonly text: string
  readonly lang: string
  readonly textKey: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Growth of ids per day. */
const DAY = 86_400_000n << 22n

export interface MinimalStore {
  /** Stores the posts in one transaction. Returns the authors, in the order of the posts. */
  store(posts: readonly MinimalPost[]): Promise<readonly Author[]>
  index(posts: readonly { readonly id: bigint; readonly words: string }[]): Promise<unknown>
  close(): Promise<unknown>
}

const AUTHOR = `u.id, u.screen_name, u.name, u.created_at, c.followers_count, c.friends_count, c.statuses_count,
  c.favourites_count`

export function sqliteStore(file: string): MinimalStore {
  const db = new DatabaseSync(file, { readBigInts: true })
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000')
  const author = db.prepare(`select ${AUTHOR}, (select 1 from posts where author_id = u.id and text_key = ?2
    and text_key <> '' and id >= ?3 limit 1) as duplicate
    from users u join user_counts c on c.user_id = u.id where u.id = ?1`)
  const insert =
    db.prepare(`insert into posts (id, author_id, created_at, initial_id, conversation_id, text_key, content,
    checksum) values (?1, ?2, ?3, ?1, ?1, ?4, ?5, 1)`)
  const count = db.prepare('update user_counts set statuses_count = statuses_count + 1 where user_id = ?')
  const number = db.prepare('update event_log set head = head + ? where one = 1 returning head')
  const event =
    db.prepare(`insert into events (position, at, kind, user_id, post_id, partition, facts, checksum)
    values (?, ?, 'post.created', ?, ?, 1, ?, 1)`)
  const index = db.prepare('insert into post_search (rowid, words) values (?, ?)')
  return {
    async store(posts) {
      db.exec('begin immediate')
      const authors = posts.map(({ author: id, textKey, id: post }) =>
        author.get(BigInt(id), textKey, post - DAY),
      ) as unknown as Author[]
      const fresh = posts.filter((_, at) => authors[at]?.duplicate === null)
      for (const post of fresh) {
        insert.run(post.id, BigInt(post.author), post.now, post.textKey, contentOf(post))
        count.run(BigInt(post.author))
      }
      const { head } = number.get(fresh.length) as { readonly head: bigint }
      for (const [at, { now, author: userId, id }] of fresh.entries()) {
        event.run(head - BigInt(fresh.length - 1 - at), now, BigInt(userId), id, FACTS)
      }
      db.exec('commit')
      return authors as unknown as Author[]
    },
    async index(posts) {
      db.exec('begin immediate')
      for (const { id, words } of posts) index.run(id, words)
      db.exec('commit')
    },
    close: async () => db.close(),
  }
}

/** One statement is a transaction by itself and needs one round trip. */
const POSTGRES_STORE = `
  with given as (
    select * from unnest($1::text::bigint[], $2::text::bigint[], $3::text::text[], $4::text::text[])
      with ordinality as one (id, author, text_key, content, at)
  ), wanted as (
    select given.*, (select 1 from posts where author_id = given.author and posts.text_key = given.text_key
      and posts.text_key <> '' and posts.id >= $6::text::bigint limit 1) as duplicate
    from given
  ), fresh as (
    select *, row_number() over (order by at) as number, count(*) over () as total from wanted where duplicate is null
  ), stored as (
    insert into posts (id, author_id, created_at, initial_id, conversation_id, text_key, content, checksum)
    select id, author, $5::text::bigint, id, id, text_key, content, 1 from fresh
  ), counted as (
    update user_counts set statuses_count = statuses_count + 1
    from (select distinct author from fresh) as writing where user_id = author
    returning user_id, followers_count, friends_count, statuses_count - 1 as statuses_count, favourites_count
  ), log as (
    update event_log set head = head + (select count(*) from fresh) where one = 1 returning head
  ), noted as (
    insert into events (position, at, kind, user_id, post_id, partition, facts, checksum)
    select log.head - total + number, $5::text::bigint, 'post.created', author, id, 1, $7, 1 from log, fresh
  )
  select ${AUTHOR}, wanted.duplicate
    from wanted join users u on u.id = wanted.author left join counted c on c.user_id = u.id`

export function postgresStore(url: string): MinimalStore {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, types: { bigint: postgres.BigInt } })
  const other = postgres(url, { max: 1, onnotice: () => undefined })
  const prepared = { prepare: true }
  return {
    async store(posts) {
      const authors = await sql.unsafe(
        POSTGRES_STORE,
        [
          list(posts, ({ id }) => id),
          list(posts, ({ author }) => author),
          list(posts, ({ textKey }) => JSON.stringify(textKey)),
          list(posts, (post) => JSON.stringify(contentOf(post))),
          String(posts[0]?.now),
          String((posts[0]?.id ?? 0n) - DAY),
          FACTS,
        ],
        prepared,
      )
      const byId = new Map(authors.map((row) => [String(row['id']), row as unknown as Author]))
      return posts.flatMap(({ author }) => byId.get(author) ?? [])
    },
    index: (posts) =>
      other.unsafe(
        `insert into post_search (post_id, words) select id, array_to_tsvector(string_to_array(words, ' '))
          from unnest($1::text::bigint[], $2::text::text[]) as one (id, words)`,
        [list(posts, ({ id }) => id), list(posts, ({ words }) => JSON.stringify(words))],
        prepared,
      ),
    close: () => Promise.all([sql.end(), other.end()]),
  }
}

/** Facts of an event. They are empty, because the post refers to no other post. */
const FACTS = '{}'

function contentOf({ text, lang }: MinimalPost): string {
  return JSON.stringify({ text, source: { name: 'bench' }, lang })
}

/** An array in PostgreSQL's text format. */
function list<Item>(items: readonly Item[], value: (item: Item) => string | bigint): string {
  return `{${items.map(value).join(',')}}`
}

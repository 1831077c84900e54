/**
 * A Fastify route that stores the row of a post with the bare driver and a hand-written statement. Waiting
 * requests share a transaction. The route gets the same requests as Aviary, and only looks up the owner of
 * the token. It has no checks or reads.
 */
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import postgres from 'postgres'
import { systemClock } from '../../src/lib/time/clock.ts'
import { batcher } from '../lib/batcher.ts'
import { answerCalls } from '../lib/child.ts'

interface Post {
  readonly id: bigint
  readonly author: string
  readonly text: string
}

type Commit = (posts: readonly Post[]) => Promise<unknown>

const app = Fastify({ logger: false })
let commit: Commit | undefined
let close = async () => undefined
let last = 2n ** 60n

export const methods = {
  openSqlite(file: string): void {
    const db = new DatabaseSync(file, { readBigInts: true })
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000')
    commit = sqliteCommit(db)
  },

  async openPostgres(url: string): Promise<void> {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    commit = (posts) => postgresCommit(sql, posts)
    close = () => sql.end() as Promise<undefined>
  },

  /** @param holders owners of tokens, by token */
  async serve(body: string, holders: Readonly<Record<string, string>>): Promise<string> {
    const gathered = batcher<Post>(async (posts) => commit?.(posts))
    app.post('/1.1/statuses/update.json', async (request, reply) => {
      const { status } = request.query as { status: string }
      const token = /oauth_token="([^"]+)"/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      last += 1n
      await gathered({ id: last, author: holders[token] ?? '', text: status })
      reply.header('content-type', 'application/json;charset=utf-8')
      return body
    })
    return app.listen({ host: '127.0.0.1', port: 0 })
  },
}

/** The same content as Aviary stores for such a post. */
function contentOf({ text }: Post): string {
  return JSON.stringify({ text, source: { name: 'bench' }, lang: 'und' })
}

const COLUMNS =
  '(id, author_id, created_at, initial_id, in_reply_to_post_id, in_reply_to_user_id, quoted_id, reposted_id, ' +
  'conversation_id, text_key, content, checksum)'

function sqliteCommit(db: DatabaseSync): Commit {
  const insert = db.prepare(
    `insert into posts ${COLUMNS} values (?1, ?2, ?3, ?1, null, null, null, null, ?1, ?4, ?5, 1)`,
  )
  return async (posts) => {
    db.exec('begin immediate')
    for (const post of posts) {
      insert.run(post.id, BigInt(post.author), systemClock.now(), String(post.id), contentOf(post))
    }
    db.exec('commit')
  }
}

async function postgresCommit(sql: postgres.Sql, posts: readonly Post[]): Promise<void> {
  const list = (value: (post: Post) => string | bigint) => `{${posts.map(value).join(',')}}`
  await sql.unsafe(
    `insert into posts ${COLUMNS}
      select id, author, $4::text::bigint, id, null, null, null, null, id, id::text, content, 1 from
      unnest($1::text::bigint[], $2::text::bigint[], $3::text::text[]) as one (id, author, content)`,
    [
      list(({ id }) => id),
      list(({ author }) => author),
      list((post) => JSON.stringify(contentOf(post))),
      String(systemClock.now()),
    ],
    { prepare: true },
  )
}

answerCalls(methods, async () => {
  await app.close()
  await close()
})

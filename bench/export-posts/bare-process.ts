/**
 * Exports the rows that Aviary exports with the bare driver and as little work as possible. One statement
 * reads the posts with their counts, and `JSON.stringify` writes each row.
 */
import { createWriteStream } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { systemClock } from '../../src/lib/time/clock.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'

const ROWS = `select cast(posts.id as text) as id, cast(posts.author_id as text) as author_id, posts.created_at, posts.content,
  users.screen_name, users.name, post_counts.retweet_count, post_counts.reply_count, post_counts.like_count
  from posts join users on users.id = posts.author_id
  left join post_counts on post_counts.post_id = posts.initial_id order by posts.id`

const ROWS_PER_PIECE = 500

export const methods = {
  async sqlite(database: string, file: string): Promise<Sample> {
    const db = new DatabaseSync(database, { readOnly: true })
    const sample = await timed(file, inPieces(db.prepare(ROWS).iterate()))
    db.close()
    return sample
  },

  async postgres(url: string, file: string): Promise<Sample> {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    const sample = await timed(file, sql.unsafe(ROWS).cursor(ROWS_PER_PIECE))
    await sql.end()
    return sample
  },
}

type Pieces = Iterable<readonly object[]> | AsyncIterable<readonly object[]>

async function timed(file: string, pieces: Pieces): Promise<Sample> {
  const cpu = process.cpuUsage()
  const started = systemClock.monotonic()
  let operations = 0
  async function* text() {
    for await (const rows of pieces) {
      operations += rows.length
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
  }
  await pipeline(text, createWriteStream(file))
  const milliseconds = systemClock.monotonic() - started
  const { user, system } = process.cpuUsage(cpu)
  return { operations, milliseconds, cpuMilliseconds: (user + system) / 1000 }
}

function* inPieces(rows: Iterable<object>): Generator<readonly object[]> {
  let piece: object[] = []
  for (const row of rows) {
    piece.push(row)
    if (piece.length < ROWS_PER_PIECE) continue
    yield piece
    piece = []
  }
  yield piece
}

answerCalls(methods)

/** Records every statement that a process sends to the database, on either engine. */
import type { TestContext } from 'node:test'
import { bulkText } from '../../../src/db/bulk.ts'
import { Link } from '../../../src/db/postgres/link.ts'
import type { Sql } from '../../../src/db/postgres/session.ts'
import type { StoreObserver } from '../../../src/db/store.ts'

export interface CountedStatements {
  /**
   * The texts of the statements, in the order in which they were sent. Several SQL commands in one text count
   * once.
   */
  readonly texts: string[]
  /** An option of the runtime that records the statements of SQLite. */
  readonly observer: StoreObserver
}

/** Starts the recording. All connections of this process to PostgreSQL are observed until the test ends. */
export function countStatements(t: Pick<TestContext, 'after'>): CountedStatements {
  const texts: string[] = []
  const { rows, run, each, use } = Link.prototype
  t.after(() => Object.assign(Link.prototype, { rows, run, each, use }))
  Object.assign(Link.prototype, {
    rows(this: Link, ...[query, parameters]: Parameters<typeof rows>) {
      texts.push(query.compiledFor('postgres').text)
      return rows.call(this, query, parameters)
    },
    run(this: Link, ...[query, parameters]: Parameters<typeof run>) {
      texts.push(query.compiledFor('postgres').text)
      return run.call(this, query, parameters)
    },
    each(this: Link, ...[query, batch]: Parameters<typeof each>) {
      texts.push(bulkText(query, 'postgres'))
      return each.call(this, query, batch)
    },
    use<T>(this: Link, work: (sql: Sql) => Promise<T>) {
      return use.call(this, (sql: Sql) => {
        const unsafe: Sql['unsafe'] = (text, ...rest) => {
          texts.push(text)
          return sql.unsafe(text, ...rest)
        }
        return work(Object.assign(Object.create(sql), { unsafe }))
      }) as Promise<T>
    },
  })
  return { texts, observer: { statement: (_milliseconds, text) => void texts.push(text) } }
}

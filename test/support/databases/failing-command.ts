/** Makes one SQL command of a writing session fail, like a command that PostgreSQL cancels. */
import type { TestContext } from 'node:test'
import { Link } from '../../../src/db/postgres/link.ts'
import type { Sql } from '../../../src/db/postgres/session.ts'

/** The next command that matches fails in PostgreSQL, and its transaction also fails. */
export function failNext(t: Pick<TestContext, 'after'>, pattern: RegExp): { readonly failed: () => boolean } {
  const { use } = Link.prototype
  let failed = false
  const restore = () => {
    Link.prototype.use = use
  }
  Link.prototype.use = function <T>(this: Link, work: (sql: Sql) => Promise<T>): Promise<T> {
    return use.call(this, (sql: Sql) => {
      const unsafe: Sql['unsafe'] = (text, ...rest) => {
        if (failed || !pattern.test(text)) return sql.unsafe(text, ...rest)
        failed = true
        return sql.unsafe('select 1 / 0')
      }
      return work(Object.assign(Object.create(sql), { unsafe }))
    }) as Promise<T>
  }
  t.after(restore)
  return { failed: () => failed }
}

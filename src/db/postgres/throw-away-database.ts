/** A database for one server in a test. It is dropped when the server ends. */
import type { Random } from '../../lib/time/clock.ts'
import { storeError } from './errors.ts'
import { connect } from './session.ts'

export interface ThrowAwayDatabase {
  /**
   * Creates the database.
   * @returns its URL
   * @throws an error of the store, for example when the user of the URL may not create databases
   */
  create(): Promise<string>
  /** Drops the database and ends its connections. Does nothing if {@link create} was not called. */
  drop(): Promise<void>
}

const NAME_BYTES = 12

/**
 * @param url URL of any database on the database server; the content of that database is not used
 * @param random source of a unique database name
 */
export function throwAwayDatabase(url: string, random: Random): ThrowAwayDatabase {
  const name = `aviary_test_${random(NAME_BYTES).toString('hex')}`
  let isCreated = false
  const run = async (text: string) => {
    const sql = connect({ url, connections: 1, name: 'aviary test' })
    try {
      await sql.unsafe(text)
    } catch (error) {
      throw storeError(error)
    } finally {
      await sql.end({ timeout: 5 })
    }
  }
  return {
    async create() {
      await run(`create database ${name}`)
      isCreated = true
      const created = new URL(url)
      created.pathname = `/${name}`
      return created.href
    },
    async drop() {
      if (isCreated) await run(`drop database if exists ${name} with (force)`)
    },
  }
}

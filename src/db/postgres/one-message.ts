/**
 * A transaction that is sent as one message of PostgreSQL's simple protocol, with prepared statements in it, and answered as
 * one. Sent one behind the other they cost no more round trips, but PostgreSQL answers each by itself, and each answer wakes
 * this process and stops PostgreSQL's.
 *
 * Nothing is sent, and so nothing answered, before the end: whoever writes so may wait for no answer until then.
 */
import { InvariantBroken, must } from '../../lib/assert.ts'
import { bulkText } from '../bulk.ts'
import type { BulkQuery, BulkRow } from '../bulk-query.ts'
import { bind, type Query, type SqlValue } from '../query.ts'
import type { Writer } from '../store.ts'
import { arraysOf } from './arrays.ts'
import { storeError } from './errors.ts'
import type { Link } from './link.ts'
import { changedIn, type Result, rowsIn } from './session.ts'

interface Statement {
  readonly text: string
  /** Whether it answers rows, be it none. */
  readonly isAsked: boolean
  readonly answer: (result: Result | undefined) => void
  readonly fail: (error: unknown) => void
}

export class OneMessage implements Writer {
  readonly #link: Link
  readonly #prepared: PreparedStatements
  readonly #statements: Statement[] = []
  #isSent = false
  /** Why one of the statements could not be prepared, which is why it could not be executed. */
  #unprepared: { readonly error: unknown } | undefined

  constructor(link: Link, prepared: PreparedStatements) {
    this.#link = link
    this.#prepared = prepared
  }

  /** @param query one that answers rows: the driver does not tell the answers of others apart */
  rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    const compiled = query.compiledFor('postgres')
    const values = bind(compiled, parameters)
    return this.#add(compiled.text, values, (result) => rowsIn<Row>(must(result, ANSWERED)))
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return (await this.rows(query, parameters))[0]
  }

  /** @throws {InvariantBroken} the driver does not say how much each of several statements has changed */
  async run(): Promise<number> {
    throw new InvariantBroken('a statement of an optimistic verb is not asked how much it changed')
  }

  each(query: BulkQuery, rows: readonly BulkRow[]): Promise<readonly BulkRow[]> {
    const text = bulkText(query, 'postgres')
    const values = arraysOf(query.columns, rows)
    if (query.key === undefined) return this.#add(text, values, () => rows, false)
    return this.#add(text, values, (result) => changedIn(must(result, ANSWERED), query, rows))
  }

  /** Whether it has begun: before, there is nothing to undo. */
  get isSent(): boolean {
    return this.#isSent
  }

  /**
   * Sends all, in a transaction that waits no longer than so many milliseconds for a lock. It is committed when this resolves.
   * @throws in the store's words, what stopped the first statement that failed; the session is in a failed transaction then
   */
  async send(begin: string, lockMs: number): Promise<void> {
    const statements = this.#statements.map(({ text }) => text)
    const message = [begin, `set local lock_timeout = ${lockMs}`, ...statements, 'commit'].join(';')
    this.#isSent = true
    let results: readonly Result[]
    try {
      results = await this.#link.use(async (sql) => resultsOf(await sql.unsafe(message)))
      const tag = results.at(-1)?.command
      if (tag !== 'COMMIT') throw new InvariantBroken(`PostgreSQL answered "${tag}" to a commit`)
    } catch (error) {
      const failure = storeError(this.#unprepared?.error ?? error)
      for (const { fail } of this.#statements) fail(failure)
      throw failure
    }
    // The first is of the commands before.
    let next = 1
    for (const { isAsked, answer } of this.#statements) answer(isAsked ? results[next++] : undefined)
  }

  #add<T>(
    text: string,
    values: readonly SqlValue[],
    read: (result: Result | undefined) => T,
    isAsked = true,
  ): Promise<T> {
    const name = this.#prepared.nameOf(this.#link, text, (error) => {
      this.#unprepared ??= { error }
    })
    const execute =
      values.length === 0 ? `execute ${name}` : `execute ${name}(${values.map(literal).join(',')})`
    return new Promise((resolve, reject) => {
      const answer = (result: Result | undefined) => {
        try {
          resolve(read(result))
        } catch (error) {
          reject(error)
        }
      }
      this.#statements.push({ text: execute, isAsked, answer, fail: reject })
    })
  }
}

const ANSWERED = 'the rows of a statement'

/**
 * The answers to the statements of one message as the driver gives them: one for each that answers rows, with the tag of
 * the last statement before the next such one, and before them one of all that come first.
 */
function resultsOf(answer: unknown): readonly Result[] {
  const [first] = answer as readonly unknown[]
  return (Array.isArray(first) ? answer : [answer]) as readonly Result[]
}

/** The statements that a session was told to prepare, by their texts. */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  #last = 0

  /** The name of a statement, which the session is told first if it does not know it. */
  nameOf(link: Link, text: string, onFailure: (error: unknown) => void): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = `aviary_${this.#last + 1}`
    this.#last += 1
    this.#names.set(text, name)
    link
      .use((sql) => sql.unsafe(`prepare ${name} as ${text}`))
      .catch((error: unknown) => {
        this.#names.delete(text)
        onFailure(error)
      })
    return name
  }
}

/** A value as it stands in a statement, of whatever type its place has. The session's strings are standard ones. */
function literal(value: SqlValue): string {
  if (value === null) return 'null'
  const text = String(value)
  if (text.includes('\0')) throw new RangeError('PostgreSQL stores no U+0000')
  return `'${text.replaceAll("'", "''")}'`
}

/** Gets the exact statement of a page of followers by intercepting it on its way to the database. */
import { bind, type Engine, type SqlValue } from '../../src/db/query.ts'
import type { Reader } from '../../src/db/store.ts'
import { followerIds, type IdPageInput } from '../../src/domain/graph/id-page.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

class Caught extends Error {
  readonly statement: Statement

  constructor(statement: Statement) {
    super('caught')
    this.statement = statement
  }
}

export async function statementOf(engine: Engine, input: IdPageInput): Promise<Statement> {
  const reader: Reader = {
    rows: () => Promise.reject(new Error('a page is one row')),
    first: (query, parameters) => {
      const compiled = query.compiledFor(engine)
      return Promise.reject(new Caught({ text: compiled.text, values: bind(compiled, parameters) }))
    },
  }
  try {
    await followerIds(reader, input)
  } catch (error) {
    if (error instanceof Caught) return error.statement
    throw error
  }
  throw new Error('a page of followers asked the database nothing')
}

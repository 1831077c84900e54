/** Plans of the statements that a read sends to the database. */
import { type RawBuilder, sql } from 'kysely'
import { bind, type Engine, once, type Query } from '../../src/db/query.ts'
import type { Reader } from '../../src/db/store.ts'

/** A reader that records the plan of every statement, as one text each. */
export function explaining(
  reader: Reader,
  engine: Engine,
): { readonly reader: Reader; readonly plans: string[] } {
  const plans: string[] = []
  return {
    plans,
    reader: {
      async rows(query, parameters) {
        plans.push(await planOf(reader, engine, query, parameters))
        return reader.rows(query, parameters)
      },
      async first(query, parameters) {
        plans.push(await planOf(reader, engine, query, parameters))
        return reader.first(query, parameters)
      },
    },
  }
}

async function planOf<Parameters extends object>(
  reader: Reader,
  engine: Engine,
  query: Query<Parameters, unknown>,
  parameters: Parameters,
): Promise<string> {
  const compiled = query.compiledFor(engine)
  const values = bind(compiled, parameters)
  const [first = '', ...pieces] = compiled.text.split(engine === 'sqlite' ? /\?/ : /\$\d+/)
  let text: RawBuilder<Record<string, unknown>> = sql.raw(
    `${engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)'} ${first}`,
  )
  for (const [index, piece] of pieces.entries()) text = sql`${text}${values[index]}${sql.raw(piece)}`
  const rows = await reader.rows(
    once(() => text),
    {},
  )
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
}

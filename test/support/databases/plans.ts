/** Records the plans of the statements that a read sends to the database. */
import { type RawBuilder, sql } from 'kysely'
import { bind, type Engine, once, type Query } from '../../../src/db/query.ts'
import type { Reader } from '../../../src/db/store.ts'

/** A reader that records the plan of every statement as one text. */
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

/** A reader of PostgreSQL that runs every statement twice, and records the pages of tables and indexes that it needs. */
export function countingPages(reader: Reader): { readonly reader: Reader; readonly pages: () => number } {
  let pages = 0
  const count = async <Parameters extends object>(
    query: Query<Parameters, unknown>,
    parameters: Parameters,
  ) => {
    const words = 'explain (analyze, buffers, costs off, timing off, summary off)'
    pages += pagesIn(await planOf(reader, 'postgres', query, parameters, words))
  }
  return {
    pages: () => pages,
    reader: {
      async rows(query, parameters) {
        await count(query, parameters)
        return reader.rows(query, parameters)
      },
      async first(query, parameters) {
        await count(query, parameters)
        return reader.first(query, parameters)
      },
    },
  }
}

/** The number of pages that the whole statement needs: hits and reads of the first node of the plan. */
function pagesIn(plan: string): number {
  const [, line = ''] = /Buffers: shared(.*)/.exec(plan) ?? []
  return [...line.matchAll(/\b(?:hit|read)=(\d+)/g)].reduce((sum, [, pages]) => sum + Number(pages), 0)
}

async function planOf<Parameters extends object>(
  reader: Reader,
  engine: Engine,
  query: Query<Parameters, unknown>,
  parameters: Parameters,
  words = engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)',
): Promise<string> {
  const compiled = query.compiledFor(engine)
  const values = bind(compiled, parameters)
  const [first = '', ...pieces] = compiled.text.split(engine === 'sqlite' ? /\?/ : /\$\d+/)
  let text: RawBuilder<Record<string, unknown>> = sql.raw(`${words} ${first}`)
  for (const [index, piece] of pieces.entries()) text = sql`${text}${values[index]}${sql.raw(piece)}`
  const rows = await reader.rows(
    once(() => text),
    {},
  )
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
}

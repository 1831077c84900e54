/** Gets the minimal statements of a search: the full-text query of a page, and the rows of its posts. */
import { bind } from '../../src/db/query.ts'
import type { Reader } from '../../src/db/store.ts'
import { findIdsByScreenName } from '../../src/domain/accounts/find-users.ts'
import { findPosts } from '../../src/domain/posts/read/find-posts.ts'
import { findCandidates } from '../../src/domain/search/find-candidates.ts'
import { WordCodec } from '../../src/domain/search/word-codec.ts'
import { LABS_SEARCH } from '../../src/filter/dialect.ts'
import { readRule } from '../../src/filter/rule.ts'
import { namesIn, postQueryOf } from '../../src/filter/search-words.ts'
import { openRuntime } from '../../src/runtime.ts'
import type { Statement } from '../followers/statement.ts'
import type { Installation } from '../lib/installations.ts'

const LARGEST_ID = 2n ** 63n - 1n

/** Posts per page: the maximum. */
export const PAGE = 100

/**
 * The statements of each query, intercepted on their way to the database.
 * @param from smallest id to find
 */
export async function statementsOf(
  { config, engine }: Installation,
  queries: readonly string[],
  from: bigint,
): Promise<readonly (readonly Statement[])[]> {
  const runtime = await openRuntime(config, { manner: 'command' })
  const { store, context } = runtime
  const codec = new WordCodec(context.vault)
  const caught: Statement[][] = []
  for (const query of queries) {
    const statements: Statement[] = []
    const reader: Reader & { readonly engine: typeof engine } = {
      engine,
      rows(asked, parameters) {
        const compiled = asked.compiledFor(engine)
        statements.push({ text: compiled.text, values: bind(compiled, parameters) })
        return store.rows(asked, parameters)
      },
      first: () => Promise.reject(new Error('a search reads all its rows at once')),
    }
    const reading = readRule(query, LABS_SEARCH)
    if (!('expression' in reading)) throw new Error(`${query} is no query`)
    const names = await findIdsByScreenName(store, namesIn(reading.expression))
    const asked = postQueryOf(reading.expression, (name) => [names.get(name) ?? []].flat().map(String))
    await findPosts(reader, await findCandidates(reader, codec, asked, { from, to: LARGEST_ID, count: PAGE }))
    caught.push(statements)
  }
  await runtime.close()
  return caught
}

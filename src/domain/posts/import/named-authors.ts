/** Finds or creates the authors of posts whose file has only the names of the authors (spec/data-files.md#tables). */
import type { Reader } from '../../../db/store.ts'
import { findIdsByScreenName } from '../../accounts/find-users.ts'
import type { Context } from '../../context.ts'
import type { ImportedAuthor, NamedAuthor, PostBundle } from './imported-post.ts'

/** Number of names that one statement reads. */
const MAX_NAMES_PER_READ = 1_000

/** Ids for new users, by screen name in lower case. */
export type NewAuthorIds = ReadonlyMap<string, bigint>

/**
 * Makes ids for those names of a batch that no user has. Call this outside of a transaction, because making ids may
 * have to wait.
 */
export async function makeAuthorIds(
  { store, ids }: Context,
  bundles: readonly PostBundle[],
): Promise<NewAuthorIds> {
  const made = new Map<string, bigint>()
  const names = namesIn(bundles)
  if (names.length === 0) return made
  const existing = await findIds(store, names)
  for (const name of names) if (!existing.has(name)) made.set(name, await ids.make())
  return made
}

/**
 * The lines of a batch, with ids for all authors.
 * @param ids the result of {@link makeAuthorIds}; if a user has taken one of the names since then, that user is the
 * author
 */
export async function withAuthorIds(
  reader: Reader,
  bundles: readonly PostBundle[],
  ids: NewAuthorIds,
): Promise<readonly PostBundle[]> {
  const names = namesIn(bundles)
  if (names.length === 0) return bundles
  const existing = await findIds(reader, names)
  return bundles.map((bundle) => {
    if (bundle.byName === undefined) return bundle
    const found = bundle.byName.flatMap(({ author, post, isReferenced = false }) => {
      const key = author.screenName.toLowerCase()
      const id = existing.get(key) ?? ids.get(key)
      return id === undefined ? [] : [{ isReferenced, post: { ...post, author: authorOf(id, author) } }]
    })
    const some = (isReferenced: boolean) =>
      found.filter((one) => one.isReferenced === isReferenced).map(({ post }) => post)
    return {
      ...bundle,
      posts: [...bundle.posts, ...some(false)],
      referenced: [...bundle.referenced, ...some(true)],
    }
  })
}

function authorOf(id: bigint, { screenName, name }: NamedAuthor): ImportedAuthor {
  const user = { id, screenName, ...(name === undefined ? {} : { name }) }
  return { id, isByName: true, readUser: () => user }
}

/** Matches the screen name of a user of whom an import had only the id. */
const NAME_OF_ID = /^user_([1-9]\d{0,17})$/

async function findIds(reader: Reader, names: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const found = new Map<string, bigint>()
  for (const name of names) {
    const digits = NAME_OF_ID.exec(name)?.[1]
    if (digits !== undefined) found.set(name, BigInt(digits))
  }
  for (let from = 0; from < names.length; from += MAX_NAMES_PER_READ) {
    const some = names.slice(from, from + MAX_NAMES_PER_READ)
    for (const [name, id] of await findIdsByScreenName(reader, some)) found.set(name.toLowerCase(), id)
  }
  return found
}

/** The distinct screen names, in lower case. */
function namesIn(bundles: readonly PostBundle[]): readonly string[] {
  const names = new Set<string>()
  for (const { byName = [] } of bundles) {
    for (const { author } of byName) names.add(author.screenName.toLowerCase())
  }
  return [...names]
}

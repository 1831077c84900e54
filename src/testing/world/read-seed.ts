/** Reads a seed file and checks that what it names is in it. */
import { readIsoDay, readOffsetTime } from '../../lib/time/iso-time.ts'
import {
  DocumentErrors,
  type DocumentPath,
  type ReadDocument,
  readDocument,
} from '../documents/read-document.ts'
import { SEED, type Seed } from './seed-schema.ts'

export type SeedDocument = ReadDocument<Seed>

/**
 * Reads a seed file.
 * @param name of the file, for errors
 * @throws {DocumentErrors} with line and column: unknown keys, wrong values, users that are not in the file, names and ids
 *   that occur twice
 */
export function readSeed(text: string, name: string): SeedDocument {
  const document = readDocument(text, name, SEED)
  const wrong = [...errorsIn(document.value)].map(([path, message]) => document.lineAt(path, message))
  if (wrong.length > 0) throw new DocumentErrors(wrong)
  return document
}

/** Milliseconds since the Unix epoch; undefined without a time. The schema and {@link readSeed} have checked it. */
export function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (readOffsetTime(text) ?? readIsoDay(text))
}

/** The form in which screen names are compared, without an `@`. */
export function nameKey(screenName: string): string {
  return screenName.replace(/^@/, '').toLowerCase()
}

type SeedError = readonly [DocumentPath, string]

function* errorsIn(seed: Seed): Iterable<SeedError> {
  const known = new Set(seed.users?.map(({ screen_name }) => nameKey(screen_name)))
  yield* namesTwice(seed)
  for (const [path, name] of namedUsers(seed)) {
    if (!known.has(nameKey(name))) yield [path, `there is no user ${name} in this file; add it to users`]
  }
  for (const [path, text] of times(seed)) {
    if (timeOf(text) === undefined)
      yield [path, `${JSON.stringify(text)} is no time; write 2020-08-12T12:00:00Z`]
  }
}

function* namesTwice(seed: Seed): Iterable<SeedError> {
  const names = (seed.users ?? []).map(({ screen_name }) => nameKey(screen_name))
  yield* twice(names, (index) => ['users', index, 'screen_name'])
  for (const list of ['users', 'apps', 'posts', 'messages'] as const) {
    yield* twice(
      (seed[list] ?? []).map(({ id }) => id),
      (index) => [list, index, 'id'],
    )
  }
}

function* twice<T>(
  values: readonly (T | undefined)[],
  pathOf: (index: number) => DocumentPath,
): Iterable<SeedError> {
  const seen = new Set<T>()
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue
    if (seen.has(value)) yield [pathOf(index), `${value} is in this file twice; remove one`]
    seen.add(value)
  }
}

/** Every screen name outside `users`, with its place. */
function* namedUsers(seed: Seed): Iterable<readonly [DocumentPath, string]> {
  for (const [at, app] of (seed.apps ?? []).entries()) {
    yield [['apps', at, 'owner'], app.owner]
    for (const [index, { user }] of (app.tokens ?? []).entries())
      yield [['apps', at, 'tokens', index, 'user'], user]
    for (const [index, { subscriptions = [] }] of (app.webhooks ?? []).entries()) {
      for (const [number, user] of subscriptions.entries())
        yield [['apps', at, 'webhooks', index, 'subscriptions', number], user]
    }
  }
  for (const [at, { follower, followee }] of (seed.follows ?? []).entries()) {
    yield [['follows', at, 'follower'], follower]
    yield [['follows', at, 'followee'], followee]
  }
  for (const [at, { author, likes = [], reposts = [] }] of (seed.posts ?? []).entries()) {
    yield [['posts', at, 'author'], author]
    for (const [index, user] of likes.entries()) yield [['posts', at, 'likes', index], user]
    for (const [index, user] of reposts.entries()) yield [['posts', at, 'reposts', index], user]
  }
  for (const [at, { sender, recipient }] of (seed.messages ?? []).entries()) {
    yield [['messages', at, 'sender'], sender]
    yield [['messages', at, 'recipient'], recipient]
  }
}

function* times(seed: Seed): Iterable<readonly [DocumentPath, string]> {
  for (const list of ['users', 'posts', 'messages'] as const) {
    for (const [at, { created_at }] of (seed[list] ?? []).entries())
      if (created_at !== undefined) yield [[list, at, 'created_at'], created_at]
  }
}

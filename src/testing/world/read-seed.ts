/** Reads a seed file, and checks that the file contains all users that it refers to. */

import { API_DATE_FORM, isApiDate } from '../../lib/time/api-date.ts'
import { readIsoDay, readOffsetTime } from '../../lib/time/iso-time.ts'
import { MAX_DATED_APPS } from '../app-dates.ts'
import { type ReadDocument, readDocument, readValue, requireCorrect } from '../documents/read-document.ts'
import type { DocumentPath, WrongValue } from '../documents/schema-errors.ts'
import { checkPlan } from '../faults/parse-plan.ts'
import { SEED, type Seed } from './seed-schema.ts'

export type SeedDocument = ReadDocument<Seed>

/**
 * Reads a seed file.
 * @param name name of the file in errors; without a name, errors begin with `line 12, column 5`
 * @throws {DocumentErrors} with line and column, for unknown keys, wrong values, users that the file lacks, and
 * duplicate names and ids
 */
export function readSeed(text: string, name?: string): SeedDocument {
  return checked(readDocument(text, SEED, { name }))
}

/**
 * Checks a value that has the format of a seed file. Ids may be bigints, numbers or strings of digits.
 * @throws {DocumentErrors} under the conditions of {@link readSeed}, without line and column
 */
export function readSeedValue(value: object, name: string): SeedDocument {
  return checked(readValue(value, SEED, name))
}

function checked(document: SeedDocument): SeedDocument {
  requireCorrect(document, errorsIn(document.value))
  return document
}

/** A time in a checked seed file, in milliseconds since the Unix epoch; undefined if the file omits the time. */
export function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (readOffsetTime(text) ?? readIsoDay(text))
}

/** Converts a screen name to the form that is used for comparisons: lower case, without an `@`. */
export function nameKey(screenName: string): string {
  return screenName.replace(/^@/, '').toLowerCase()
}

function* errorsIn(seed: Seed): Iterable<WrongValue> {
  const known = new Set(seed.users?.map(({ screen_name }) => nameKey(screen_name)))
  yield* namesTwice(seed)
  for (const [path, name] of namedUsers(seed)) {
    if (!known.has(nameKey(name)))
      yield { path, message: `there is no user ${name} in this file; add it to users` }
  }
  for (const [path, text] of times(seed)) {
    if (timeOf(text) === undefined)
      yield { path, message: `${JSON.stringify(text)} is no time; write 2020-08-12T12:00:00Z` }
  }
  for (const [at, { api_date }] of (seed.apps ?? []).entries()) {
    if (api_date !== undefined && !isApiDate(api_date))
      yield { path: ['apps', at, 'api_date'], message: `${JSON.stringify(api_date)} is not ${API_DATE_FORM}` }
  }
  const dated = (seed.apps ?? []).filter(({ api_date }) => api_date !== undefined)
  if (dated.length > MAX_DATED_APPS)
    yield { path: ['apps'], message: `more than ${MAX_DATED_APPS} apps have an api_date; remove some` }
  yield* checkPlan(seed).wrong
}

function* namesTwice(seed: Seed): Iterable<WrongValue> {
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
): Iterable<WrongValue> {
  const seen = new Set<T>()
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue
    if (seen.has(value)) yield { path: pathOf(index), message: `${value} is in this file twice; remove one` }
    seen.add(value)
  }
}

/** Every screen name outside `users`, with its path in the file. */
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

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { NO_PROFILE } from '../../domain/accounts/profile.ts'
import { USER } from '../v2/fields.ts'
import { userObject as v2User } from '../v2/user.ts'
import { entitiesOf } from './user-parts.ts'

const SHARED = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
const FIXTURE = 'test/fixtures/users/users.jsonl'

interface Link {
  readonly url: string
  readonly expanded_url?: string | null
  readonly display_url?: string | null
}

interface RecordedUser {
  readonly entities?: {
    readonly url?: { readonly urls: Link[] }
    readonly description?: { readonly urls: Link[] }
  }
}

/** All users in a value, at any depth. */
function usersIn(value: unknown): RecordedUser[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(usersIn)
  return 'screen_name' in value && 'friends_count' in value ? [value as RecordedUser, ...inner] : inner
}

/** Number of recorded links that Aviary renders as recorded, and number of all links. */
function agreement(users: readonly RecordedUser[]): { readonly agreed: number; readonly all: number } {
  let [agreed, all] = [0, 0]
  for (const { entities } of users) {
    for (const link of [...(entities?.url?.urls ?? []), ...(entities?.description?.urls ?? [])]) {
      const { url, expanded_url, display_url } = link
      if (typeof expanded_url !== 'string' || typeof display_url !== 'string') continue
      all += 1
      const made = entitiesOf({ ...NO_PROFILE, link: { url, expanded_url } }) as { url: { urls: Link[] } }
      if (made.url.urls[0]?.display_url === display_url) agreed += 1
    }
  }
  return { agreed, all }
}

function objectsIn(text: string): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

test('spec/text.md#stored-links: `display_url` of links of users follows the rule for links of posts, in the fixture', () => {
  const { agreed, all } = agreement(objectsIn(readFileSync(FIXTURE, 'utf8')).flatMap(usersIn))
  assert.ok(all >= 10, `${all}`)
  assert.equal(agreed, all)
})

test('spec/text.md#stored-links: `display_url` follows the same rule in API v2', () => {
  const link = { url: 'https://t.co/a', expanded_url: 'https://www.example.org/a/long/path/of/letters' }
  const user = {
    ...{ id: 1n, screenName: 'a', name: 'A', createdAt: 0, isProtected: false, suspendedAt: null },
    ...{ deactivatedAt: null, withheldInCountries: [], followersCount: 0, friendsCount: 0, statusesCount: 0 },
    ...{ favouritesCount: 0, membershipsCount: 0, profile: { ...NO_PROFILE, link } },
  }
  const { entities } = v2User(user, USER.entities) as { entities: { url: { urls: Link[] } } }
  assert.equal(entities.url.urls[0]?.display_url, 'example.org/a/long/path/of…')
})

test('spec/text.md#stored-links: `display_url` of links of users equals the recorded value in nearly all links', {
  skip: existsSync(SHARED) ? false : `there is no ${SHARED}: the fixture is taken in its place`,
}, () => {
  const users = ['users', 'tweets'].flatMap((folder) =>
    readdirSync(join(SHARED, folder)).flatMap((name) =>
      objectsIn(gunzipSync(readFileSync(join(SHARED, folder, name))).toString()).flatMap(usersIn),
    ),
  )
  const { agreed, all } = agreement(users)
  assert.ok(all > 2_000 && all - agreed <= 5, `${agreed} of ${all}`)
})

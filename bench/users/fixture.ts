/** Fills a database with users and an app that may read them. */
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { importUsers } from '../../src/domain/accounts/import-users.ts'
import { NO_PROFILE, type Profile } from '../../src/domain/accounts/profile.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { openRuntime } from '../../src/runtime.ts'
import type { Installation } from '../lib/installations.ts'

/** Users per lookup: the maximum. */
export const LOOKED_UP = 100

export interface Fixture {
  readonly bearerToken: string
  readonly users: number
  /** Ids of one lookup, evenly spread over all users. */
  readonly ids: readonly bigint[]
}

const BATCH = 5_000

/** Ids of 19 digits, in random order. */
function idOf(number: number): bigint {
  return 1_200_000_000_000_000_000n + BigInt((number * 7_919) % 1_000_003) * 400_000_000_003n
}

/** Fills a database with users. Every second user has a profile. */
export async function fill(place: Installation, users: number): Promise<Fixture> {
  const runtime = await openRuntime(place.config, { manner: 'command' })
  const { context } = runtime
  const { id: ownerId } = await createUser(context, { screenName: 'bench' })
  const { bearerToken } = await createApp(context, { name: 'bench', ownerId, permissions: 'read' })
  for (let from = 0; from < users; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, users - from) }, (_, index) => {
      const number = from + index
      const user = { id: idOf(number), screenName: `user${number}`, name: `User Number ${number}` }
      return number % 2 === 0 ? user : { ...user, profile: PROFILE }
    })
    await importUsers(context, batch, async () => undefined)
  }
  await runtime.close()
  const step = Math.floor(users / LOOKED_UP)
  const ids = Array.from({ length: LOOKED_UP }, (_, index) => idOf(index * step + (index % 2)))
  return { bearerToken, users, ids }
}

const PROFILE: Profile = {
  ...NO_PROFILE,
  location: 'Somewhere, Earth',
  description: 'Writes about birds and their songs, mostly in the morning. See https://t.co/abcdefghij',
  descriptionLinks: [{ url: 'https://t.co/abcdefghij', expanded_url: 'https://example.org/birds' }],
  link: { url: 'https://t.co/klmnopqrst', expanded_url: 'https://example.org/' },
}

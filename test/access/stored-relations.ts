/** Reads all stored relations between users, to check that refused requests change nothing. */
import { query } from '../../src/db/query.ts'
import type { Reader } from '../../src/db/store.ts'

const follows = query()((k) => k.selectFrom('friends').select(['follower_id', 'followee_id', 'position']))
const followers = query()((k) => k.selectFrom('followers').select(['follower_id', 'followee_id', 'position']))
const requests = query()((k) => k.selectFrom('follow_requests').selectAll())
const blocks = query()((k) => k.selectFrom('blocks').selectAll())
const mutes = query()((k) => k.selectFrom('mutes').selectAll())
const settings = query()((k) => k.selectFrom('follow_settings').selectAll())
const counts = query()((k) => k.selectFrom('user_counts').selectAll())
const profiles = query()((k) => k.selectFrom('profiles').selectAll())

/** All rows as sorted texts. */
export async function storedRelations(reader: Reader): Promise<readonly string[]> {
  const all = await Promise.all(
    [follows, followers, requests, blocks, mutes, settings, counts, profiles].map(async (table, index) => {
      const rows: readonly object[] = await reader.rows(table as typeof follows, {})
      return rows.map((row) => `${index} ${Object.values(row).join(' ')}`)
    }),
  )
  return all.flat().sort()
}

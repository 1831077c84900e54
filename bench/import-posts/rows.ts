/** Computes the exact rows of an import in advance, batch by batch. */
import { wordsOf } from '../../src/domain/accounts/user-words.ts'
import { MAX_POST_BATCH } from '../../src/domain/posts/import/import-posts.ts'
import { type ExistingPost, type PostBundle, rowOf } from '../../src/domain/posts/import/imported-post.ts'
import { planPosts } from '../../src/domain/posts/import/plan-posts.ts'
import { parsePosts, weightOf } from '../../src/importers/posts/posts.ts'
import { postLines } from './posts.ts'

export type Row = readonly (bigint | number | string | null)[]

export interface Batch {
  readonly lines: readonly string[]
  /** By table, with the columns of {@link COLUMNS}. */
  readonly tables: Readonly<Record<Table, readonly Row[]>>
}

export type Table = keyof typeof COLUMNS

/** Tables in insertion order, and their columns. */
export const COLUMNS = {
  users:
    'id screen_name screen_name_key name created_at is_protected suspended_at withheld_in_countries'.split(
      ' ',
    ),
  profiles:
    'user_id location description description_urls url expanded_url image_url banner_url is_verified listed_count appearance'.split(
      ' ',
    ),
  user_words: ['word', 'user_id'],
  posts:
    'id author_id created_at initial_id in_reply_to_post_id in_reply_to_user_id quoted_id reposted_id conversation_id text_key content checksum'.split(
      ' ',
    ),
  post_counts:
    'post_id retweet_count reply_count like_count quote_count impression_count url_link_clicks user_profile_clicks'.split(
      ' ',
    ),
  post_mentions: ['user_id', 'post_id'],
  user_counts: ['user_id', 'statuses_count'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export function* batchesOf(posts: number): Generator<Batch> {
  const maker = new RowMaker()
  let lines: string[] = []
  let bundles: PostBundle[] = []
  let weight = 0
  for (const piece of postLines(posts, MAX_POST_BATCH)) {
    for (const line of piece) {
      const bundle = parsePosts(line)
      if (typeof bundle !== 'object') throw new Error(`a line of the bench is no post: ${bundle}`)
      lines.push(line)
      bundles.push(bundle)
      weight += weightOf(bundle, line)
      if (weight < MAX_POST_BATCH) continue
      yield { lines, tables: maker.tables(bundles) }
      lines = []
      bundles = []
      weight = 0
    }
  }
  if (lines.length > 0) yield { lines, tables: maker.tables(bundles) }
}

class RowMaker {
  readonly #posts = new Map<bigint, ExistingPost>()
  readonly #users = new Set<bigint>()
  readonly #reposts = new Map<string, bigint>()

  tables(bundles: readonly PostBundle[]): Batch['tables'] {
    const known = { posts: this.#posts, deleted: new Map<bigint, bigint[]>(), reposts: this.#reposts }
    const plan = planPosts(bundles, known, Number.POSITIVE_INFINITY)
    const users: Row[] = []
    const profiles: Row[] = []
    const words: Row[] = []
    const statuses = new Map<bigint, number>()
    for (const { post, repostedId, conversationId } of plan.stored) {
      const { id, author } = post
      this.#posts.set(id, {
        authorId: author.id,
        initialId: id,
        repostedId,
        conversationId,
        isCutShort: false,
      })
      if (repostedId !== null) this.#reposts.set(`${repostedId} ${author.id}`, id)
      statuses.set(author.id, (statuses.get(author.id) ?? 0) + 1)
      if (this.#users.has(author.id)) continue
      this.#users.add(author.id)
      const { screenName = '', name = '', createdAt = 0, profile } = author.readUser?.() ?? {}
      users.push([author.id, screenName, screenName.toLowerCase(), name, createdAt, 0, null, '[]'])
      for (const word of wordsOf(`${screenName} ${name}`)) words.push([word, author.id])
      if (profile === undefined) continue
      const { location, description, imageUrl = '', bannerUrl = '', listedCount, appearance } = profile
      profiles.push([
        author.id,
        location,
        description,
        '[]',
        '',
        '',
        imageUrl,
        bannerUrl,
        0,
        listedCount,
        JSON.stringify(appearance),
      ])
    }
    return {
      users: users.sort(byKey),
      profiles: profiles.sort(byKey),
      user_words: words.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      posts: plan.stored.map(rowOf),
      post_counts: plan.stored.flatMap(({ post: { id, counts } }) =>
        counts === undefined
          ? []
          : [[id, counts.retweets, counts.replies, counts.likes, counts.quotes, 0, 0, 0]],
      ),
      post_mentions: plan.stored.flatMap(({ post }) => post.mentioned.map((user): Row => [user, post.id])),
      user_counts: [...statuses].sort(byKey),
    }
  }
}

function byKey([a = 0]: Row, [b = 0]: Row): number {
  if (a === b) return 0
  return (a ?? 0) < (b ?? 0) ? -1 : 1
}

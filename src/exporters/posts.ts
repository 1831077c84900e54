/** `export posts`: all posts, one per line, in the format of `import posts`. */

import type { OnUnreadable } from '../db/read-intact.ts'
import type { Store } from '../db/store.ts'
import type { Post } from '../domain/posts/post.ts'
import { everyPost, type WholePost } from '../domain/posts/read/every-post.ts'
import { type PostView, postObject, type ShownPost } from '../formats/v1.1/post.ts'
import { writeExport } from './file.ts'
import { soundLines } from './sound-lines.ts'
import { v2Posts } from './v2-post.ts'

/**
 * The format: `v1.1` is an extended post object with reposted and quoted posts inside, `v2` a response of API v2,
 * `{data, includes}`.
 */
export type PostFormat = keyof typeof FORMATS

export interface ExportPostsOptions {
  /** Default: `v1.1`. */
  readonly format?: PostFormat
  /** Called with the number of written posts. */
  readonly onPosts?: (posts: number) => void
  /** Called for unreadable posts, which are skipped. Without it, the first one ends the export. */
  readonly onUnreadable?: OnUnreadable | undefined
  /** Aborts the export and removes the partial file. */
  readonly signal?: AbortSignal
}

/**
 * Writes the posts of {@link everyPost} to `file`, in the order of ids, gzipped if its name ends in `.gz`. @returns their number
 * @throws {FileExists}
 */
export async function exportPostsFile(
  store: Store,
  file: string,
  { format = 'v1.1', onPosts, onUnreadable, signal }: ExportPostsOptions = {},
): Promise<number> {
  let count = 0
  async function* text() {
    const make = (posts: readonly WholePost[]) => FORMATS[format](store, posts)
    for await (const posts of everyPost(store, onUnreadable)) {
      const lines = await soundLines(posts, make, ({ post }) => `post ${post.id}`, onUnreadable)
      yield lines.text
      count += lines.count
      onPosts?.(count)
    }
  }
  await writeExport(file, text, signal)
  return count
}

type Format = (store: Store, posts: readonly WholePost[]) => Promise<readonly object[]>

const FORMATS = {
  'v1.1': async (_store, posts) => posts.map(exportedPost),
  v2: v2Posts,
} as const satisfies Readonly<Record<string, Format>>

/** All formats. */
export const POST_FORMATS = Object.keys(FORMATS) as readonly PostFormat[]

/** A view without a viewer; URLs of files on this server stay paths. */
const VIEW: PostView = {
  mode: 'extended',
  includeEntities: true,
  includeAltText: true,
  includeCardUri: true,
  includeMyRepost: false,
  trimUser: false,
  origin: '',
  defaultPicture: null,
}

/** The object of a post, with the fields that an import stored unchanged (docs/decisions/0017-imported-posts.md). */
export function exportedPost(whole: WholePost): Record<string, unknown> {
  return completed(postObject(shown(whole), VIEW), whole)
}

function shown({ post, author, original, quoted }: WholePost): ShownPost {
  return {
    post,
    author,
    relation: null,
    marks: { liked: false, reposted: null },
    ...(original === undefined ? {} : { original: shown(original) }),
    ...(quoted === undefined ? {} : { quoted: shown(quoted) }),
  }
}

type Exported = Record<string, unknown>

/** Fields of other API versions with the name of a v1.1 field. */
const IDENTITY: ReadonlySet<string> = new Set([
  ...['id', 'id_str', 'user', 'created_at', 'text', 'full_text', 'entities', 'extended_entities'],
  ...['extended_tweet', 'retweeted_status', 'quoted_status'],
])

/** Adds fields of files that v1.1 responses do not have: unchanged fields, all counts, suspended authors. */
function completed(object: Exported, { post, author, original, quoted }: WholePost): Exported {
  const { entities, ...all } = post.content.kept ?? {}
  const kept = Object.fromEntries(Object.entries(all).filter(([name]) => !IDENTITY.has(name)))
  const said = (original ?? { post }).post
  const { replies, quotes, impressions, urlLinkClicks, userProfileClicks } = said.counts
  const seen = {
    impression_count: impressions,
    url_link_clicks: urlLinkClicks,
    user_profile_clicks: userProfileClicks,
  }
  return {
    ...object,
    ...(typeof entities === 'object' ? { entities: { ...(object['entities'] as object), ...entities } } : {}),
    ...(author.suspendedAt === null ? {} : { user: { ...(object['user'] as object), suspended: true } }),
    ...nested(object, 'retweeted_status', original),
    ...nested(object, 'quoted_status', quoted),
    ...sensitivity(said.content),
    reply_count: replies,
    quote_count: quotes,
    ...kept,
    // Set after the unchanged fields, because earlier versions stored the views of imported posts there.
    ...(impressions + urlLinkClicks + userProfileClicks === 0 ? {} : { non_public_metrics: seen }),
  }
}

/** v1.1 omits this field for posts without links, but some recordings have it. */
function sensitivity({ possibly_sensitive }: Post['content']): Exported {
  return possibly_sensitive === undefined ? {} : { possibly_sensitive, possibly_sensitive_appealable: false }
}

function nested(object: Exported, name: string, whole: WholePost | undefined): Exported {
  return whole === undefined ? {} : { [name]: completed(object[name] as Exported, whole) }
}

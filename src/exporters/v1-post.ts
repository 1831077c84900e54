/** Makes v1.1 objects of posts in extended mode, with reposted and quoted posts inside. */
import type { Post } from '../domain/posts/post.ts'
import type { WholePost } from '../domain/posts/read/every-post.ts'
import { type PostView, postObject, type ShownPost } from '../formats/v1.1/post.ts'

/** A view without a viewer. In this view, URLs of files on this server are paths. */
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

/** The object of a post, including fields that an import stored unchanged (docs/decisions/0017-imported-posts.md). */
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

/**
 * Names of v1.1 fields. Unchanged fields with these names are left out, because other API versions use the
 * names too.
 */
const IDENTITY: ReadonlySet<string> = new Set([
  ...['id', 'id_str', 'user', 'created_at', 'text', 'full_text', 'entities', 'extended_entities'],
  ...['extended_tweet', 'retweeted_status', 'quoted_status'],
])

/**
 * Adds fields that v1.1 responses do not have: fields that an import stored unchanged, all counts, and the mark of
 * suspended authors.
 */
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
    // The counts are added after the unchanged fields, because earlier versions of Aviary stored the views of imported
    // posts in those fields.
    ...(impressions + urlLinkClicks + userProfileClicks === 0 ? {} : { non_public_metrics: seen }),
  }
}

/** The field `possibly_sensitive`. Responses omit the field for posts without links, but some recordings contain it. */
function sensitivity({ possibly_sensitive }: Post['content']): Exported {
  return possibly_sensitive === undefined ? {} : { possibly_sensitive, possibly_sensitive_appealable: false }
}

function nested(object: Exported, name: string, whole: WholePost | undefined): Exported {
  return whole === undefined ? {} : { [name]: completed(object[name] as Exported, whole) }
}

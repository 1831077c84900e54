/** Types of imported posts and of their import results. */
import type { ImportedUser } from '../../accounts/imported-user.ts'
import { checksumOfPost } from '../checksum.ts'
import type { PostGeo } from '../content.ts'
import type { ImportedCounts } from '../post.ts'

export interface ImportedAuthor {
  readonly id: bigint
  /** User data next to the post; parsed on demand, because most authors exist. */
  readonly readUser?: () => ImportedUser | undefined
  /** True if the file has only the name. An existing post then keeps its author. */
  readonly isByName?: true
}

/** An author without an id in the file. */
export interface NamedAuthor {
  /** 1 to 25 of `A-Z a-z 0-9 _`. */
  readonly screenName: string
  readonly name?: string
}

/** A post whose author is known by name only. */
export interface PostByName {
  readonly author: NamedAuthor
  readonly post: Omit<ImportedPost, 'author'>
  /** Another post of the line refers to it. */
  readonly isReferenced?: true
}

/** A parsed post of a file. */
export interface ImportedPost {
  readonly id: bigint
  readonly author: ImportedAuthor
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly inReplyToPostId: bigint | null
  readonly inReplyToUserId: bigint | null
  readonly quotedId: bigint | null
  readonly repostedId: bigint | null
  /** Undefined when the file names no conversation; the post then belongs to the conversation of the answered post. */
  readonly conversationId?: bigint | undefined
  /** JSON of a `PostContent` (content.ts). For a truncated post it begins with {@link CUT_SHORT}. */
  readonly content: string
  /** The text is truncated; a complete copy of the post replaces it. */
  readonly isCutShort: boolean
  /** The users that the text mentions, each once. */
  readonly mentioned: readonly bigint[]
  readonly geo: PostGeo | undefined
  /** Undefined when all are 0. */
  readonly counts: ImportedCounts | undefined
  readonly withheldInCountries: readonly string[]
}

/** Prefix of the stored content of truncated posts, and of no others. */
export const CUT_SHORT = '{"kept":{"truncated":true'

/** Posts of one line of a file. */
export interface PostBundle {
  readonly posts: readonly ImportedPost[]
  /** Posts that the posts of the line refer to. They are stored too. */
  readonly referenced: readonly ImportedPost[]
  /** Further posts of the line. The file lacks the ids of their authors. */
  readonly byName?: readonly PostByName[]
  /** Reasons why other objects of the line are no valid posts. */
  readonly faults?: readonly string[]
}

/** An existing post. */
export interface ExistingPost {
  readonly authorId: bigint
  readonly initialId: bigint
  readonly repostedId: bigint | null
  readonly conversationId: bigint
  readonly isCutShort: boolean
}

/** Stands for the author in a deletion that applies to a post of any author. */
export const ANY_AUTHOR = 0n

/** Existing posts among the ids of a batch. */
export interface ExistingPosts {
  readonly posts: ReadonlyMap<bigint, ExistingPost>
  /**
   * Deleted posts, by id. The value is the author that the notice of a recording names; {@link ANY_AUTHOR} for
   * deletions on this server, and for notices without an author.
   */
  readonly deleted: ReadonlyMap<bigint, readonly bigint[]>
  /** The post by which an author reposts another, by {@link pairKey}. */
  readonly reposts: ReadonlyMap<string, bigint>
}

export interface RefusedPost {
  /** Index of the bundle in the batch. */
  readonly index: number
  readonly reason: string
}

/** A post as it will be stored. */
export interface PlannedPost {
  readonly post: ImportedPost
  /** As {@link ImportedPost.repostedId}, of the first version. */
  readonly repostedId: bigint | null
  readonly conversationId: bigint
  /** True if it replaces a truncated copy. */
  readonly isReplacement: boolean
  /** True for the post of a line, false for a post that it refers to. */
  readonly isOwn: boolean
}

/** Planned changes of a batch. */
export interface PostImportPlan {
  /** In the order of ids. */
  readonly stored: readonly PlannedPost[]
  readonly refused: readonly RefusedPost[]
  /** Posts of the lines that are left out because they, or the originals of reposts, were deleted. */
  readonly deleted: number
}

/** Key of a repost: its author and its original. */
export function pairKey(repostedId: bigint, authorId: bigint): string {
  return `${repostedId} ${authorId}`
}

/** The columns of a planned post, in the order of the table. */
export function rowOf({ post, repostedId, conversationId }: PlannedPost) {
  const row = {
    id: post.id,
    author_id: post.author.id,
    created_at: post.createdAt,
    initial_id: post.id,
    in_reply_to_post_id: post.inReplyToPostId,
    in_reply_to_user_id: post.inReplyToUserId,
    quoted_id: post.quotedId,
    reposted_id: repostedId,
    conversation_id: conversationId,
    text_key: '',
    content: post.content,
  }
  return [...Object.values(row), checksumOfPost(row)]
}

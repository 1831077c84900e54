/** Types of imported posts and of the results of an import. */
import type { ImportedUser } from '../../accounts/imported-user.ts'
import { checksumOfPost } from '../checksum.ts'
import type { PostGeo } from '../content.ts'
import type { ImportedCounts } from '../post.ts'

export interface ImportedAuthor {
  readonly id: bigint
  /** Parses the user data in the post. Called only if needed, because most authors exist already. */
  readonly readUser?: () => ImportedUser | undefined
  /** True if the file has only the name of the author. If the post exists, its stored author stays. */
  readonly isByName?: true
}

/** An author of whom the file has only a name. */
export interface NamedAuthor {
  /** 1 to 25 of `A-Z a-z 0-9 _`. */
  readonly screenName: string
  readonly name?: string
}

/** A post whose author has only a name in the file. */
export interface PostByName {
  readonly author: NamedAuthor
  readonly post: Omit<ImportedPost, 'author'>
  /** True if another post of the line refers to this post. */
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
  /** Undefined when the file has no conversation id. The post then belongs to the conversation of the answered post. */
  readonly conversationId?: bigint | undefined
  /** JSON of a `PostContent` (content.ts). The JSON of a truncated post begins with {@link CUT_SHORT}. */
  readonly content: string
  /** True if the text is truncated. A complete copy of the post replaces it. */
  readonly isCutShort: boolean
  /** The users whom the text mentions, without duplicates. */
  readonly mentioned: readonly bigint[]
  readonly geo: PostGeo | undefined
  /** Undefined when all counts are 0. */
  readonly counts: ImportedCounts | undefined
  readonly withheldInCountries: readonly string[]
}

/** The beginning of the stored content of truncated posts. No other post begins like this. */
export const CUT_SHORT = '{"kept":{"truncated":true'

/** The posts of one line of a file. */
export interface PostBundle {
  readonly posts: readonly ImportedPost[]
  /** Posts to which the posts of the line refer. These posts are stored too. */
  readonly referenced: readonly ImportedPost[]
  /** Further posts of the line, whose authors have only names in the file. */
  readonly byName?: readonly PostByName[]
  /** Reasons why other objects in the line are not valid posts. */
  readonly faults?: readonly string[]
}

/** A post that is stored already. */
export interface ExistingPost {
  readonly authorId: bigint
  readonly initialId: bigint
  readonly repostedId: bigint | null
  readonly conversationId: bigint
  readonly isCutShort: boolean
}

/** Value for the author of a deletion that applies to a post of any author. */
export const ANY_AUTHOR = 0n

/** The stored data for the ids of a batch. */
export interface ExistingPosts {
  readonly posts: ReadonlyMap<bigint, ExistingPost>
  /**
   * The authors of deletions, by the id of the deleted post. A deletion by a notice in a recording has the author of
   * the notice. {@link ANY_AUTHOR} stands for a deletion on this server, and for a notice without an author.
   */
  readonly deleted: ReadonlyMap<bigint, readonly bigint[]>
  /** The ids of reposts by {@link pairKey} of the original and the author. */
  readonly reposts: ReadonlyMap<string, bigint>
}

export interface RefusedPost {
  /** Index of the line in the batch. */
  readonly index: number
  readonly reason: string
}

/** A post as it will be stored. */
export interface PlannedPost {
  readonly post: ImportedPost
  /** Id of the first version of the reposted post; null for other posts. */
  readonly repostedId: bigint | null
  readonly conversationId: bigint
  /** True if the post replaces a truncated copy. */
  readonly isReplacement: boolean
  /** True for a post of a line; false for a post to which another post refers. */
  readonly isOwn: boolean
}

/** The planned changes for a batch. */
export interface PostImportPlan {
  /** In ascending order of ids. */
  readonly stored: readonly PlannedPost[]
  /** Further copies of posts that exist or that the plan stores. Their authors may have more data. */
  readonly copies: readonly ImportedPost[]
  readonly refused: readonly RefusedPost[]
  /** Number of posts of the lines that the plan omits, because the post or its reposted original was deleted. */
  readonly deleted: number
}

/** Key of a repost: the id of the original and the author of the repost. */
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

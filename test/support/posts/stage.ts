/** Prepares tests of endpoints of posts: authors, and posts in every hidden state. */
import assert from 'node:assert/strict'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { block } from '../../../src/domain/graph/block.ts'
import type { Post } from '../../../src/domain/posts/post.ts'
import { changePostState } from '../../../src/domain/posts/state/change-post-state.ts'
import { type CreatePostInput, createPost } from '../../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../../src/domain/posts/write/delete-post.ts'
import { repost } from '../../../src/domain/posts/write/repost.ts'
import { type ApiAnswer, type Credentials, parseExactly } from '../api-client.ts'
import { type Person, RelationStage, type StageOptions } from '../relations/stage.ts'

export class PostStage {
  readonly relations: RelationStage
  #written = 0

  constructor(relations: RelationStage) {
    this.relations = relations
  }

  static async open(...options: Parameters<typeof RelationStage.open>): Promise<PostStage> {
    return new PostStage(await RelationStage.open(...options))
  }

  get context() {
    return this.relations.context
  }

  /** Writes a post with a unique text. */
  write(authorId: bigint, input: Partial<CreatePostInput> = {}): Promise<Post> {
    this.#written += 1
    return createPost(this.context, {
      authorId,
      text: `Words number ${this.#written}`,
      isLimited: false,
      ...input,
    })
  }

  /** Sends a signed form to `statuses/update`. Returns the response. */
  async update(as: Credentials, form: Readonly<Record<string, string>>): Promise<ApiAnswer> {
    const url = `${this.relations.server.url}/1.1/statuses/update.json`
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: as('POST', url, form) },
      body: new URLSearchParams(form),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Like {@link PostStage.update}, but the status must be 200. */
  async updated(as: Credentials, form: Readonly<Record<string, string>>): Promise<AnsweredPost> {
    const { status, text } = await this.update(as, form)
    assert.equal(status, 200, text)
    return parseExactly(text) as AnsweredPost
  }

  /** Uploads a file. Returns its id. */
  async upload(media: Buffer, as: Credentials): Promise<string> {
    const url = `${this.relations.server.url}/1.1/media/upload.json`
    const body = new FormData()
    body.append('media', new Blob([new Uint8Array(media)]), 'a.bin')
    const response = await fetch(url, { method: 'POST', headers: { authorization: as('POST', url) }, body })
    const { media_id_string } = (await response.json()) as { media_id_string: string }
    assert.equal(response.status, 200)
    return media_id_string
  }

  /** The posts that are hidden from `viewer`, each with its error: status, code, message. */
  async unseen(viewer: Person): Promise<readonly UnseenPost[]> {
    const { context, relations } = this
    const authors = await relations.people(5)
    const [suspended, left, recluse, blocker, plain] = authors
    if (!suspended || !left || !recluse || !blocker || !plain) throw new Error('five authors')
    const ids = await Promise.all(authors.map(async ({ id }) => (await this.write(id)).id))
    const reposter = await relations.person()
    const repostOfHidden = await repost(context, { userId: reposter.id, postId: ids[0] ?? 0n })
    await changeUserState(context, { userId: suspended.id, action: 'suspend' })
    await changeUserState(context, { userId: left.id, action: 'deactivate' })
    await changeUserState(context, { userId: recluse.id, action: 'protect' })
    await block(context, { userId: blocker.id, blockedId: viewer.id })
    const dropped = await this.write(plain.id)
    await changePostState(context, { postId: dropped.id, action: 'drop' })
    const deleted = await this.write(plain.id)
    await deletePost(context, { postId: deleted.id })
    const of = (index: number) => ids[index] ?? 0n
    return [
      { id: 1n, is: 'of an unknown id', error: NOT_FOUND },
      { id: deleted.id, is: 'deleted', error: NOT_FOUND },
      { id: of(1), is: 'of a deactivated author', error: NOT_FOUND },
      { id: of(0), is: 'of a suspended author', error: SUSPENDED },
      { id: repostOfHidden.id, is: 'a repost of a post of a suspended author', error: SUSPENDED },
      { id: dropped.id, is: 'dropped', error: [404, 421, 'This Tweet is no longer available.'] },
      { id: of(2), is: 'of a protected author', error: NOT_VISIBLE },
      { id: of(3), is: 'of an author who blocks the viewer', error: BLOCKED },
    ]
  }
}

export interface UnseenPost {
  readonly id: bigint
  /** Description of the post. */
  readonly is: string
  readonly error: ErrorAnswer
}

export type ErrorAnswer = readonly [status: number, code: number, message: string]

const NOT_FOUND: ErrorAnswer = [404, 144, 'No status found with that ID.']
const SUSPENDED: ErrorAnswer = [403, 63, 'User has been suspended.']
const NOT_VISIBLE: ErrorAnswer = [403, 179, 'Sorry, you are not authorized to see this status.']
const BLOCKED: ErrorAnswer = [
  401,
  136,
  'You have been blocked from the author of this tweet from viewing it.',
]

export type { Person, StageOptions }

/** A post in a response. Every integer is a bigint. */
export type AnsweredPost = Readonly<Record<string, unknown>> & {
  readonly id: bigint
  readonly id_str: string
  readonly text: string
  readonly user: Readonly<Record<string, unknown>> & { readonly id: bigint }
  readonly retweeted_status?: AnsweredPost
  readonly quoted_status?: AnsweredPost
}

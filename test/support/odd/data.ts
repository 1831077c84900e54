/** Stores posts, users and messages with odd parts, as older versions may have left them. */
import { query } from '../../../src/db/query.ts'
import { importUsers } from '../../../src/domain/accounts/import-users.ts'
import { NO_PROFILE } from '../../../src/domain/accounts/profile.ts'
import { addAppToProject, createProject } from '../../../src/domain/apps/projects/projects.ts'
import type { Context } from '../../../src/domain/context.ts'
import { importMessages } from '../../../src/domain/messages/import-messages.ts'
import type { Message } from '../../../src/domain/messages/record.ts'
import { importPosts } from '../../../src/domain/posts/import/import-posts.ts'
import type { ImportedPost } from '../../../src/domain/posts/import/imported-post.ts'
import { firstSnowflakeAt } from '../../../src/lib/ids/snowflake.ts'
import { append } from '../../../src/log/append.ts'
import { WHOLE_APPEARANCE, WHOLE_GEO, WHOLE_LINKS } from './bases.ts'

/** Stores odd data. The ids are an hour old, so that searches find the posts and lists show the messages. */
export class OddData {
  readonly context: Context
  readonly authorId: bigint
  #next: bigint

  constructor(context: Context, authorId: bigint) {
    this.context = context
    this.authorId = authorId
    this.#next = firstSnowflakeAt(context.clock.now() - 3_600_000)
  }

  nextId(): bigint {
    this.#next += 4_096n
    return this.#next
  }

  /** Stores posts with these contents, as an import of an older version did. @returns their ids */
  async plantPosts(contents: readonly unknown[], authorId = this.authorId): Promise<readonly bigint[]> {
    const posts = contents.map((content) => this.#post(JSON.stringify(content), authorId))
    await importPosts(this.context, [{ posts, referenced: [] }], async () => undefined)
    return posts.map(({ id }) => id)
  }

  #post(content: string, authorId: bigint): ImportedPost {
    return {
      id: this.nextId(),
      author: { id: authorId },
      createdAt: this.context.clock.now() - 3_600_000,
      inReplyToPostId: null,
      inReplyToUserId: 11n,
      quotedId: null,
      repostedId: null,
      content,
      isCutShort: false,
      mentioned: [],
      geo: WHOLE_GEO,
      counts: undefined,
      withheldInCountries: ['DE'],
    }
  }

  /** Replaces places and countries of stored posts with odd values. */
  async plantGeos(ids: readonly bigint[], geos: readonly unknown[]): Promise<void> {
    await this.context.store.write(async (tx) => {
      for (const [index, geo] of geos.entries()) {
        const values = { id: ids[index] ?? 0n, json: JSON.stringify(geo) }
        await tx.run(putGeo, values)
        await tx.run(putCountries, { ...values, json: JSON.stringify([geo, 'DE']) })
      }
    })
  }

  /** Appends the events that announce the creation of posts. */
  async appendCreated(ids: readonly bigint[], authorId = this.authorId): Promise<void> {
    const { store, clock } = this.context
    const ties = {
      in_reply_to_post_id: null,
      in_reply_to_user_id: null,
      quoted_id: null,
      quoted_user_id: null,
      reposted_id: null,
      reposted_user_id: null,
      mentioned: [],
    }
    await store.write(async (tx) => {
      for (const post_id of ids) {
        append(tx, clock.now(), { kind: 'post.created', user_id: authorId, post_id, ...ties })
      }
    })
  }

  /** Stores users with these links and appearances. @returns their ids */
  async plantUsers(links: readonly unknown[], appearances: readonly unknown[]): Promise<readonly bigint[]> {
    const profile = {
      ...NO_PROFILE,
      description: 'see https://t.co/p',
      descriptionLinks: WHOLE_LINKS,
      appearance: WHOLE_APPEARANCE,
    }
    const users = [...links, ...appearances].map(() => {
      const id = this.nextId()
      return { id, screenName: `u${id}`, profile }
    })
    await importUsers(this.context, users, async () => undefined)
    await this.context.store.write(async (tx) => {
      for (const [index, { id }] of users.entries()) {
        const appearance = appearances[index - links.length]
        const isLinks = index < links.length
        await tx.run(isLinks ? putLinks : putAppearance, {
          id,
          json: JSON.stringify(isLinks ? links[index] : appearance),
        })
        await tx.run(putUserCountries, { id, json: JSON.stringify(['DE', links[index] ?? appearance]) })
      }
    })
    return users.map(({ id }) => id)
  }

  /** Stores messages from one user to another. @returns their ids */
  async plantMessages(
    contents: readonly unknown[],
    senderId: bigint,
    recipientId: bigint,
  ): Promise<readonly bigint[]> {
    const messages = contents.map((content) => ({
      id: this.nextId(),
      senderId,
      recipientId,
      appId: null,
      content: content as Message['content'],
    }))
    await importMessages(this.context, messages, async () => undefined)
    return messages.map(({ id }) => id)
  }

  /** Gives an app access to every product. */
  async enrol(appId: bigint): Promise<void> {
    const project = await createProject(this.context, { name: 'Odd', ownerId: this.authorId })
    await addAppToProject(this.context, project.id, appId)
  }
}

interface Put extends Record<string, unknown> {
  id: bigint
  json: string
}

const putGeo = query<Put>()((k, p) =>
  k
    .updateTable('post_geos')
    .set({ geo: p('json') })
    .where('post_id', '=', p('id')),
)
const putCountries = query<Put>()((k, p) =>
  k
    .updateTable('post_states')
    .set({ withheld_in_countries: p('json') })
    .where('post_id', '=', p('id')),
)
const putLinks = query<Put>()((k, p) =>
  k
    .updateTable('profiles')
    .set({ description_urls: p('json') })
    .where('user_id', '=', p('id')),
)
const putAppearance = query<Put>()((k, p) =>
  k
    .updateTable('profiles')
    .set({ appearance: p('json') })
    .where('user_id', '=', p('id')),
)
const putUserCountries = query<Put>()((k, p) =>
  k
    .updateTable('users')
    .set({ withheld_in_countries: p('json') })
    .where('id', '=', p('id')),
)

/** Makes a small database with rows in every table, for tests of backup and verify. */
import { sql } from 'kysely'
import { catalogOf, emptyDatabase, type Table } from '../../../src/db/maintenance/catalog.ts'
import { MIGRATIONS } from '../../../src/db/migrate.ts'
import { once, type SqlValue } from '../../../src/db/query.ts'
import type { Tx } from '../../../src/db/store.ts'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { createUser } from '../../../src/domain/accounts/create-user.ts'
import { openSession } from '../../../src/domain/accounts/sessions.ts'
import { findApp } from '../../../src/domain/apps/app.ts'
import { createApp } from '../../../src/domain/apps/create-app.ts'
import { addAppToProject, createProject } from '../../../src/domain/apps/projects/projects.ts'
import { createRequestToken } from '../../../src/domain/apps/request-tokens.ts'
import { issueToken, revokeToken } from '../../../src/domain/apps/tokens.ts'
import { createConsoleUser } from '../../../src/domain/console/console-account.ts'
import type { Context } from '../../../src/domain/context.ts'
import { block } from '../../../src/domain/graph/block.ts'
import { follow, unfollow } from '../../../src/domain/graph/follow.ts'
import { importFollows } from '../../../src/domain/graph/import-follows.ts'
import { mute } from '../../../src/domain/graph/mute.ts'
import { addListMembers } from '../../../src/domain/lists/change-members.ts'
import { createList } from '../../../src/domain/lists/create-list.ts'
import { deleteList } from '../../../src/domain/lists/delete-list.ts'
import { followList } from '../../../src/domain/lists/follow-list.ts'
import { pinList } from '../../../src/domain/lists/pin-list.ts'
import { createGroup } from '../../../src/domain/messages/conversations/create-group.ts'
import { deleteMessage } from '../../../src/domain/messages/delete.ts'
import { setAcceptsAnyone } from '../../../src/domain/messages/message-settings.ts'
import { sendMessage } from '../../../src/domain/messages/send.ts'
import { changePostState } from '../../../src/domain/posts/state/change-post-state.ts'
import { bookmark } from '../../../src/domain/posts/write/bookmark.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../../src/domain/posts/write/delete-post.ts'
import { like } from '../../../src/domain/posts/write/like.ts'
import { pinPost } from '../../../src/domain/posts/write/pin-post.ts'
import { repost } from '../../../src/domain/posts/write/repost.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Runtime } from '../../../src/runtime.ts'

export interface Complete {
  /**
   * Two users. The first user owns an app and two tokens, one of them revoked. The second user is suspended.
   */
  readonly users: readonly [bigint, bigint]
  readonly appId: bigint
  /** Secrets that were shown once. No file may contain these secrets. */
  readonly secrets: readonly string[]
}

/** Fills a new database. @param edges number of follow edges */
export async function fillDatabase({ context, store }: Runtime, edges = 400): Promise<Complete> {
  const owner = await createUser(context, {
    screenName: 'Owner',
    email: 'owner@example.org',
    password: 'correct horse',
  })
  const hidden = await createUser(context, { screenName: 'Hidden', isProtected: true })
  // The text is long enough to need overflow pages in SQLite.
  await changeUserState(context, { userId: hidden.id, action: 'suspend', reason: 'spam '.repeat(1_200) })
  await changeUserState(context, { userId: owner.id, action: 'withhold', countries: ['DE', 'FR'] })
  const app = await createApp(context, { name: 'An app', ownerId: owner.id, permissions: 'read-write' })
  const kept = await issueToken(context, { appId: app.appId, userId: owner.id })
  const revoked = await issueToken(context, { appId: app.appId, userId: owner.id })
  await revokeToken(context, revoked.accessToken)
  const request = await createRequestToken(context, {
    app: must(await findApp(store, app.appId), 'the app'),
    callback: 'https://example.org/',
    permissions: 'read',
  })
  const session = await openSession(context, owner.id, '')
  await createConsoleUser(context, {
    accountName: 'acme',
    email: 'admin@example.org',
    password: 'battery staple',
    role: 'admin',
  })
  const project = await createProject(context, { name: 'A project', ownerId: owner.id })
  await addAppToProject(context, project.id, app.appId)
  const graph = Array.from({ length: edges }, (_, index) => ({
    follower: BigInt(1_000 + Math.floor(index / 20)),
    followee: BigInt(2_000 + (index % 20) * 3),
  }))
  await importFollows(context, graph, async () => undefined)
  // Edges that are deleted leave gaps in the positions.
  for (const edge of graph.filter((_, index) => index % 17 === 0)) await unfollow(context, edge)
  await relate(context, owner.id)
  await converse(context, owner.id)
  await publish(context, owner.id)
  await list(context, owner.id)
  await store.write(fillEmptyTables)
  const secrets = [
    app.consumerSecret,
    app.bearerToken,
    kept.accessTokenSecret,
    revoked.accessTokenSecret,
    request.secret,
    session,
    'correct horse',
    'battery staple',
  ]
  return { users: [owner.id, hidden.id], appId: app.appId, secrets }
}

/** Creates a follow request, a follow with notifications, a block and a mute. */
async function relate(context: Context, userId: bigint): Promise<void> {
  const closed = await createUser(context, { screenName: 'Closed', isProtected: true })
  await follow(context, { follower: userId, followee: closed.id })
  await follow(context, { follower: userId, followee: 2_003n, wantsNotifications: true })
  await block(context, { userId, blockedId: 2_006n })
  await mute(context, { userId, mutedId: 2_009n })
}

/** Creates posts with all related data, and a deleted post with one remaining like. */
async function publish(context: Context, authorId: bigint): Promise<void> {
  const { id: fan } = await createUser(context, { screenName: 'Fan' })
  const text = 'See @Fan, https://example.org/'
  const { id: postId } = await createPost(context, { authorId, text, lat: 48.4, long: 9.99 })
  const { id: gone } = await createPost(context, { authorId, text: 'Gone '.repeat(50) })
  for (const liked of [postId, gone]) await like(context, { userId: fan, postId: liked })
  await repost(context, { userId: fan, postId })
  await bookmark(context, { userId: fan, postId })
  await pinPost(context, { userId: authorId, postId })
  await changePostState(context, { postId, action: 'withhold', countries: ['DE'] })
  await deletePost(context, { postId: gone })
}

/**
 * Creates a public list with a member, a follower and a pin, a private list, and a deleted list with one
 * remaining follower.
 */
async function list(context: Context, ownerId: bigint): Promise<void> {
  const create = (name: string, isPrivate: boolean) =>
    createList(context, { userId: ownerId, name, description: 'Birds '.repeat(15), isPrivate })
  const [open, closed, gone] = [
    await create('Open', false),
    await create('Closed', true),
    await create('Gone', false),
  ]
  for (const { id: listId } of [open, closed]) {
    await addListMembers(context, { userId: ownerId, listId, memberIds: [2_009n], skips: false })
  }
  for (const { id: listId } of [open, gone]) await followList(context, { userId: ownerId, listId })
  await pinList(context, { userId: ownerId, listId: open.id })
  await deleteList(context, { userId: ownerId, listId: gone.id })
}

/**
 * Creates a message that both users have, a message that only one user still has, a long message that was
 * erased, and a group with a message.
 */
async function converse(context: Context, senderId: bigint): Promise<void> {
  const { id: recipientId } = await createUser(context, { screenName: 'Listener' })
  const { id: thirdId } = await createUser(context, { screenName: 'Third' })
  for (const userId of [recipientId, thirdId])
    await setAcceptsAnyone(context, { userId, acceptsAnyone: true })
  const send = (text: string) => sendMessage(context, { senderId, recipientId, appId: null, draft: { text } })
  const [, left, erased] = [await send('Both'), await send('One'), await send('None '.repeat(1_000))]
  await deleteMessage(context, { id: left.id, userId: senderId })
  for (const userId of [senderId, recipientId]) await deleteMessage(context, { id: erased.id, userId })
  const participantIds = [recipientId, thirdId]
  await createGroup(context, { creatorId: senderId, participantIds, appId: null, draft: { text: 'All' } })
}

/** Adds a row to every table that is still empty, so that new tables need no change here. */
async function fillEmptyTables(tx: Tx): Promise<void> {
  const { tables } = catalogOf(MIGRATIONS.map((migration) => migration.name))
  const references = referencesOf()
  for (const table of tables) {
    const known = await tx.first(
      once<{ one: number }>(() => sql`select 1 as one from ${sql.table(table.name)} limit 1`),
      {},
    )
    if (known === undefined && table.name !== 'hidden_users') await addRow(tx, table, references)
  }
}

type References = ReadonlyMap<string, { readonly table: string; readonly column: string }>

/** The column that each foreign key refers to, by the `table.column` of the foreign key. */
function referencesOf(): References {
  const db = emptyDatabase(MIGRATIONS)
  try {
    const rows = db
      .prepare(
        `select t.name as source, f."from" as source_column, f."table" as target, f."to" as target_column
        from pragma_table_list t, pragma_foreign_key_list(t.name) f`,
      )
      .all()
    return new Map(
      rows.map((row) => [
        `${row['source']}.${row['source_column']}`,
        { table: String(row['target']), column: String(row['target_column']) },
      ]),
    )
  } finally {
    db.close()
  }
}

async function addRow(tx: Tx, table: Table, references: References): Promise<void> {
  const values: SqlValue[] = []
  for (const column of table.columns) {
    const target = references.get(`${table.name}.${column.name}`)
    if (target === undefined) values.push(column.type === 'text' ? `"${column.name}"` : 1n)
    else {
      const parent = await tx.first(
        once<{ value: string }>(
          () => sql`select cast(${sql.ref(target.column)} as text) as value from ${sql.table(target.table)}`,
        ),
        {},
      )
      const value = must(parent, `a row of ${target.table}`).value
      values.push(column.type === 'text' ? value : BigInt(value))
    }
  }
  const names = table.columns.map(({ name }) => sql.ref(name))
  await tx.run(
    once(() => sql`insert into ${sql.table(table.name)} (${sql.join(names)}) values (${sql.join(values)})`),
    {},
  )
}

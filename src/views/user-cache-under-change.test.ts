/** Compares users that are read with and without the cache, while two processes change the users. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import * as fc from '../../test/support/properties.ts'
import { createUsers } from '../../test/support/users.ts'
import { statusOf } from '../api/1.1/_status.ts'
import { userList } from '../api/1.1/_user-list.ts'
import { type UserOptions, viewOf } from '../api/1.1/_users.ts'
import type { Engine } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import { findFullUsers } from '../domain/accounts/find-users.ts'
import { importUsers } from '../domain/accounts/import-users.ts'
import { updateProfile } from '../domain/accounts/update-profile.ts'
import { isHidden } from '../domain/accounts/user.ts'
import { type Context, Refusal, type Viewer } from '../domain/context.ts'
import { block, unblock } from '../domain/graph/block.ts'
import { follow, unfollow } from '../domain/graph/follow.ts'
import { relationsOf } from '../domain/graph/relations.ts'
import { userTimeline } from '../domain/posts/read/timelines.ts'
import { changePostState } from '../domain/posts/state/change-post-state.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { deletePost } from '../domain/posts/write/delete-post.ts'
import { editPost } from '../domain/posts/write/edit-post.ts'
import { repost } from '../domain/posts/write/repost.ts'
import { userObject } from '../formats/v1.1/user.ts'
import { must } from '../lib/assert.ts'
import { ParsedIds } from '../lib/ids/parsed-ids.ts'
import { Tail } from '../log/tail.ts'
import { CurrentLog } from './current-log.ts'
import { NEWEST_CACHE_BYTES, NewestPosts } from './newest-posts.ts'
import { POST_CACHE_BYTES, PostCache } from './post-cache.ts'
import { USER_CACHE_BYTES, UserCache } from './user-cache.ts'

const USERS = 5

interface Process {
  readonly context: Context
  readonly log: CurrentLog
  readonly users: UserCache
  readonly posts: PostCache
  readonly newestPosts: NewestPosts
}

interface Stage {
  readonly processes: readonly [Process, Process]
  /** A reader without caches. All comparisons share this reader, because caches follow the log until they close. */
  readonly bare: Pick<Process, 'users' | 'posts' | 'newestPosts'> & { readonly store: Store }
  readonly ids: readonly bigint[]
}

/** Two processes over the same data. The cache of the second process has room for about two users and some posts. */
async function open(t: TestContext, engine: Engine): Promise<Stage> {
  const config = await freshConfig(t, engine)
  const process = async (ofUsers: number, ofPosts: number, ofNewest: number): Promise<Process> => {
    const { context, store } = await testRuntime(t, config)
    const tail = await Tail.open(store, context.clock)
    t.after(() => tail.close())
    const log = new CurrentLog(store, tail)
    t.after(() => log.close())
    return {
      context,
      log,
      users: new UserCache(log, store, ofUsers),
      posts: new PostCache(log, store, ofPosts),
      newestPosts: new NewestPosts(log, store, ofNewest),
    }
  }
  const processes = [
    await process(USER_CACHE_BYTES, POST_CACHE_BYTES, NEWEST_CACHE_BYTES),
    await process(7_000, 7_000, 900),
  ] as const
  const [{ context, log }] = processes
  const { store } = context
  const bare = {
    store,
    users: new UserCache(log, store, 0),
    posts: new PostCache(log, store, 0),
    newestPosts: new NewestPosts(log, store, 0),
  }
  const users = await createUsers(context, USERS)
  return { processes, bare, ids: users.map(({ id }) => id) }
}

const COMMANDS = [
  'follow',
  'unfollow',
  'block',
  'unblock',
  'rename',
  'describe',
  'protect',
  'unprotect',
  'suspend',
  'unsuspend',
  'withhold',
  'import',
  'post',
  'repost',
  'delete',
  'drop',
  'undrop',
  'edit',
] as const

interface Change {
  readonly command: (typeof COMMANDS)[number]
  readonly one: number
  readonly other: number
  readonly text: string
}

async function perform(context: Context, ids: readonly bigint[], change: Change): Promise<unknown> {
  const [userId, other] = [change.one, change.other].map((index) => must(ids[index], 'a user')) as [
    bigint,
    bigint,
  ]
  switch (change.command) {
    case 'follow':
      return follow(context, { follower: userId, followee: other })
    case 'unfollow':
      return unfollow(context, { follower: userId, followee: other })
    case 'block':
      return block(context, { userId, blockedId: other })
    case 'unblock':
      return unblock(context, { userId, blockedId: other })
    case 'rename':
      return updateProfile(context, { userId, name: change.text })
    case 'describe':
      return updateProfile(context, { userId, description: change.text, url: `${change.text}.example.org` })
    case 'import':
      return importUsers(context, [{ id: userId, screenName: `s${userId % 10_000_000n}` }], async () => {})
    case 'withhold':
      return changeUserState(context, { userId, action: 'withhold', countries: ['DE'] })
    case 'post':
      return createPost(context, { authorId: userId, text: `${change.text} ${context.ids.next()}` })
    case 'repost':
    case 'delete':
    case 'drop':
    case 'undrop':
    case 'edit':
      return performOnNewest(context, userId, other, change.command)
    default:
      return changeUserState(context, { userId, action: change.command })
  }
}

/** Performs an action on the newest post of another user, if that user has a post. */
async function performOnNewest(
  context: Context,
  userId: bigint,
  other: bigint,
  command: 'repost' | 'delete' | 'drop' | 'undrop' | 'edit',
): Promise<unknown> {
  const [postId] = await userTimeline(context.store, { userId: other, count: 1 })
  if (postId === undefined) return undefined
  switch (command) {
    case 'repost':
      return repost(context, { userId, postId })
    case 'delete':
      return deletePost(context, { postId })
    case 'edit':
      return editPost(context, { userId: other, postId, text: `edited ${context.ids.next()}` })
    default:
      return changePostState(context, { postId, action: command })
  }
}

/** Ignores refusals, because a refused change has no effect. */
async function attempt(context: Context, ids: readonly bigint[], change: Change): Promise<void> {
  try {
    await perform(context, ids, change)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

interface Look {
  readonly process: 0 | 1
  /** Id of the calling user; null for an app. */
  readonly viewer: number | null
  readonly includeEntities: boolean
}

type Step =
  | { readonly kind: 'change'; readonly process: 0 | 1; readonly change: Change }
  | { readonly kind: 'look'; readonly look: Look }
  /** Concurrent changes and reads. A read may return the state before or after a concurrent change. */
  | { readonly kind: 'crowd'; readonly changes: readonly Change[]; readonly looks: readonly Look[] }

const member = fc.nat({ max: USERS - 1 })
const side = fc.constantFrom<0 | 1>(0, 1)
const change: fc.Arbitrary<Change> = fc.record({
  command: fc.constantFrom(...COMMANDS),
  one: member,
  other: member,
  text: fc.constantFrom('a', 'b', 'ä☃'),
})
const look: fc.Arbitrary<Look> = fc.record({
  process: side,
  viewer: fc.option(member),
  includeEntities: fc.boolean(),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), process: side, change }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const), look }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('crowd' as const),
      changes: fc.array(change, { minLength: 1, maxLength: 4 }),
      looks: fc.array(look, { minLength: 1, maxLength: 4 }),
    }),
  },
)

function optionsOf({ includeEntities }: Look): UserOptions {
  return { include_entities: includeEntities, skip_status: false, tweet_mode: undefined }
}

const OUTER = { scheme: 'https', host: 'api.example.org', apiDate: '2020-08-12' } as const

async function lookAt({ processes, ids }: Stage, look: Look): Promise<readonly string[]> {
  const { context, log, users, posts, newestPosts } = processes[look.process]
  await log.catchUp()
  const list = await userList(
    { store: context.store, users, posts, newestPosts },
    viewerOf(ids, look),
    ParsedIds.of(ids),
    optionsOf(look),
    OUTER,
  )
  return list.map(String)
}

function viewerOf(ids: readonly bigint[], { viewer }: Look): Viewer {
  return { userId: viewer === null ? null : must(ids[viewer], 'a user') }
}

/** The expected result of {@link lookAt}, computed without a cache. */
async function reference({ bare, ids }: Stage, look: Look): Promise<readonly string[]> {
  const { store } = bare
  const viewer = viewerOf(ids, look)
  const relations = viewer.userId === null ? undefined : await relationsOf(store, viewer.userId, ids)
  const users = await findFullUsers(store, ids)
  const options = optionsOf(look)
  const texts: string[] = []
  for (const id of ids) {
    const user = users.get(id)
    if (user === undefined || isHidden(user)) continue
    const status = await statusOf(bare, viewer, id, options, OUTER)
    const view = viewOf(viewer, relations?.get(id), id, options, OUTER)
    texts.push(JSON.stringify(userObject(user, { ...view, status })))
  }
  return texts
}

async function compare(stage: Stage, look: Look): Promise<void> {
  assert.deepEqual(await lookAt(stage, look), await reference(stage, look))
}

async function take(stage: Stage, step: Step): Promise<void> {
  const { processes, ids } = stage
  switch (step.kind) {
    case 'change':
      return attempt(processes[step.process].context, ids, step.change)
    case 'look':
      return compare(stage, step.look)
    case 'crowd':
      await Promise.all([
        ...step.changes.map((change, index) =>
          attempt(must(processes[index % 2], 'a process').context, ids, change),
        ),
        ...step.looks.map((look) => lookAt(stage, look)),
      ])
      for (const look of step.looks) await compare(stage, look)
  }
}

for (const engine of ENGINES) {
  test(`users are never older than the last commit, with two processes on ${engine}`, async (t) => {
    const stage = await open(t, engine)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        for (const step of steps) await take(stage, step)
      }),
      { numRuns: engine === 'sqlite' ? 40 : 15 },
    )
    const { hits, misses } = stage.processes[0].users.counts
    assert.ok(hits > 0 && misses > 0, 'both ways were taken')
  })
}

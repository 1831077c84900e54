/**
 * Tests that every timed job continues after an item with faulty data, even after a restart, and processes the item
 * after its repair.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTestApp } from '../test/support/api-client.ts'
import { refuseRows } from '../test/support/databases/failing-rows.ts'
import { plantPosts } from '../test/support/databases/planted.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../test/support/engines.ts'
import { makeList } from '../test/support/lists/make-list.ts'
import { onBoth, slowOnPostgres } from '../test/support/part.ts'
import { raw } from '../test/support/tables.ts'
import { TestClock } from '../test/support/test-clock.ts'
import { createOneUser } from '../test/support/users.ts'
import { subscribeReceiver } from '../test/support/webhooks/webhooks.ts'
import { DiskBlobs } from './blobs/disk.ts'
import { StoreUnavailable } from './db/errors.ts'
import type { Engine } from './db/query.ts'
import { changeUserState } from './domain/accounts/change-user-state.ts'
import { createApp } from './domain/apps/create-app.ts'
import { createJob } from './domain/compliance/jobs.ts'
import type { Context } from './domain/context.ts'
import { deleteList } from './domain/lists/delete-list.ts'
import { followList } from './domain/lists/follow-list.ts'
import { deletePost } from './domain/posts/write/delete-post.ts'
import { readerOf, serverJobs, startJobs } from './jobs.ts'
import { Staging } from './lib/files/staging.ts'
import { systemRandom } from './lib/time/clock.ts'
import { failedItems, requestRetry } from './log/failed-items.ts'
import { Failures } from './log/failures.ts'

interface Stage {
  readonly t: TestContext
  readonly context: Context
  readonly clock: TestClock
  /** Removes old temporary files. One case replaces this function, because its faulty item is not a row of a table. */
  sweepStaging: () => Promise<void>
}

interface Planted {
  /** The item that fails. */
  readonly item: string
  /** True when all other items are done. */
  readonly othersDone: () => Promise<boolean>
  /** True when the faulty item is also processed. */
  readonly done: () => Promise<boolean>
  readonly repair: () => Promise<unknown>
}

const DAY_MS = 86_400_000

/** The job whose case runs on both engines even in the fast tests, because the job deletes in several transactions. */
const ON_BOTH = 'delete the posts of users who have left'

/** Number of rows, for the text of a query after `from`. */
async function count({ context: { store } }: Stage, what: string): Promise<number> {
  const [row] = await store.rows(raw<{ n: number }>(`select cast(count(*) as integer) as n from ${what}`), {})
  return row?.n ?? 0
}

async function run({ context: { store } }: Stage, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await store.write((tx) => tx.run(raw(text), {}))
}

const CASES: Readonly<Record<string, (stage: Stage) => Promise<Planted>>> = {
  async 'trim the log'(stage) {
    await createOneUser(stage.context)
    await run(stage, 'update events set at = 0')
    const repair = await refuseRows(stage.context.store, {
      table: 'events',
      on: 'delete',
      when: 'old.position > 0',
    })
    return {
      item: 'run',
      othersDone: async () => true,
      done: async () => (await count(stage, 'events where at = 0')) === 0,
      repair,
    }
  },
  async 'trim the audit log'(stage) {
    await run(
      stage,
      `insert into audit_log (id, at, actor, action, subject_kind, subject_key, subject_name, reason, details)
        values (1, 0, 'command line', 'user.suspend', 'user', '1', '', '', '{}')`,
    )
    const repair = await refuseRows(stage.context.store, {
      table: 'audit_log',
      on: 'delete',
      when: 'old.id = 1',
    })
    return {
      item: 'run',
      othersDone: async () => true,
      done: async () => (await count(stage, 'audit_log')) === 0,
      repair,
    }
  },
  async 'trim the reports'(stage) {
    await run(
      stage,
      `insert into reports (id, reporter_id, user_id, post_id, reason, comment, created_at, closed_at, closed_by, note)
        values (1, 2, 3, null, 'spam', '', 0, 0, 'command line', '')`,
    )
    const repair = await refuseRows(stage.context.store, {
      table: 'reports',
      on: 'delete',
      when: 'old.id = 1',
    })
    return {
      item: 'run',
      othersDone: async () => true,
      done: async () => (await count(stage, 'reports')) === 0,
      repair,
    }
  },
  async 'trim the deliveries'(stage) {
    const bench = {
      runtime: { context: stage.context } as Parameters<typeof subscribeReceiver>[1]['runtime'],
      webhooks: { nextChallenge: () => 0 },
    }
    const ids: bigint[] = []
    for (let index = 0; index < 3; index += 1) {
      const { webhook } = await subscribeReceiver(stage.t, bench)
      ids.push(webhook.id)
      await run(
        stage,
        `insert into webhook_deliveries (webhook_id, user_id, job_id, position, outcome, attempts, settled_at, took_ms,
          status, request_bytes, response) values (${webhook.id}, 1, 0, 1, 'delivered', 1, 0, 1, 200, 1, '')`,
      )
    }
    const repair = await refuseRows(stage.context.store, {
      table: 'webhook_deliveries',
      on: 'delete',
      when: `old.webhook_id = ${ids[0]}`,
    })
    const left = (others: boolean) =>
      count(stage, `webhook_deliveries${others ? ` where webhook_id <> ${ids[0]}` : ''}`)
    return {
      item: `webhook ${ids[0]}`,
      othersDone: async () => (await left(true)) === 0,
      done: async () => (await left(false)) === 0,
      repair,
    }
  },
  async 'work on compliance jobs'(stage) {
    const { appId } = await createTestApp(stage.context)
    const ids: bigint[] = []
    for (const [subject, pieces] of [
      ['tweets', '{"broken'],
      ['users', '["1"]'],
    ] as const) {
      const { id } = await createJob(stage.context, { appId, subject, name: '', isResumable: false })
      await run(
        stage,
        `update compliance_jobs set status = 'in_progress' where id = ${id}`,
        `insert into compliance_pieces (job_id, place, ids) values (${id}, 1, '${pieces}')`,
      )
      ids.push(id)
    }
    const isComplete = async (id: bigint | undefined) =>
      (await count(stage, `compliance_jobs where status = 'complete' and id = ${id}`)) === 1
    return {
      item: `piece 1 of job ${ids[0]}`,
      othersDone: () => isComplete(ids[1]),
      done: () => isComplete(ids[0]),
      repair: () => run(stage, `update compliance_pieces set ids = '["1"]' where job_id = ${ids[0]}`),
    }
  },
  async 'forget compliance jobs'(stage) {
    const { appId } = await createTestApp(stage.context)
    const make = () => createJob(stage.context, { appId, subject: 'tweets', name: '', isResumable: false })
    const [{ id: first }] = [await make(), await make()]
    await run(stage, 'update compliance_jobs set created_at = 0')
    const repair = await refuseRows(stage.context.store, {
      table: 'compliance_jobs',
      on: 'delete',
      when: `old.id = ${first}`,
    })
    return {
      item: `job ${first}`,
      othersDone: async () => (await count(stage, 'compliance_jobs')) === 1,
      done: async () => (await count(stage, 'compliance_jobs')) === 0,
      repair,
    }
  },
  async 'delete the posts that counted on past days'(stage) {
    await run(stage, 'insert into counted_posts (day, account_id, post_id) values (1, 1, 1), (1, 1, 2)')
    const repair = await refuseRows(stage.context.store, {
      table: 'counted_posts',
      on: 'delete',
      when: 'old.post_id = 1',
    })
    return {
      item: 'run',
      othersDone: async () => true,
      done: async () => (await count(stage, 'counted_posts')) === 0,
      repair,
    }
  },
  async 'delete the usage of past hours'(stage) {
    await run(
      stage,
      "insert into request_hours (app_id, hour, family, status_class, requests) values (1, 1, '2', 2, 1), (2, 1, '2', 2, 1)",
    )
    const repair = await refuseRows(stage.context.store, {
      table: 'request_hours',
      on: 'delete',
      when: 'old.app_id = 1',
    })
    return {
      item: 'run',
      othersDone: async () => true,
      done: async () => (await count(stage, 'request_hours')) === 0,
      repair,
    }
  },
  async 'clean up deleted apps'(stage) {
    const { id: ownerId } = await createOneUser(stage.context)
    const app = { name: 'App', ownerId, permissions: 'read' } as const
    const { appId: faulty } = await createApp(stage.context, app)
    const { appId: other } = await createApp(stage.context, app)
    await run(stage, `insert into deleted_apps (app_id) values (${faulty}), (${other})`)
    const repair = await refuseRows(stage.context.store, {
      table: 'deleted_apps',
      on: 'delete',
      when: `old.app_id = ${faulty}`,
    })
    return {
      item: `app ${faulty}`,
      othersDone: async () => (await count(stage, `deleted_apps where app_id = ${other}`)) === 0,
      done: async () => (await count(stage, 'deleted_apps')) === 0,
      repair,
    }
  },
  async 'erase media'(stage) {
    await run(stage, "insert into doomed_media (folder) values ('Not a folder'), ('whole')")
    return {
      item: 'folder Not a folder',
      othersDone: async () => (await count(stage, "doomed_media where folder = 'whole'")) === 0,
      done: async () => (await count(stage, 'doomed_media')) === 0,
      repair: () => run(stage, "update doomed_media set folder = 'mended'"),
    }
  },
  async 'delete the posts of users who have left'(stage) {
    const { id: userId } = await createOneUser(stage.context)
    const contents = ['one', 'two', 'three'].map((text) => ({ text }))
    const [, second] = await plantPosts(stage.context, userId, contents)
    await changeUserState(stage.context, { userId, action: 'deactivate' })
    // `step` sets the clock forward and runs no timers, because running all timers of a month would take too long.
    stage.clock.step(31 * DAY_MS)
    const repair = await refuseRows(stage.context.store, {
      table: 'posts',
      on: 'delete',
      when: `old.id = ${second}`,
    })
    return {
      item: `post ${second}`,
      othersDone: async () => (await count(stage, 'posts')) === 1,
      done: async () => (await count(stage, 'posts')) === 0,
      repair,
    }
  },
  async 'delete the lists of users who have left'(stage) {
    const users = [await createOneUser(stage.context), await createOneUser(stage.context)]
    const lists = await Promise.all(users.map(({ id }) => makeList(stage.context, id)))
    for (const { id: userId } of users) {
      await changeUserState(stage.context, { userId, action: 'deactivate' })
    }
    // `step` sets the clock forward and runs no timers, because running all timers of a month would take too long.
    stage.clock.step(31 * DAY_MS)
    const repair = await refuseRows(stage.context.store, {
      table: 'lists',
      on: 'delete',
      when: `old.id = ${lists[0]?.id}`,
    })
    return {
      item: `user ${users[0]?.id}`,
      othersDone: async () => (await count(stage, 'lists')) === 1,
      done: async () => (await count(stage, 'lists')) === 0,
      repair,
    }
  },
  async 'delete the followers of deleted lists'(stage) {
    const [{ id: userId }, { id: fan }] = [
      await createOneUser(stage.context),
      await createOneUser(stage.context),
    ]
    const lists = [await makeList(stage.context, userId), await makeList(stage.context, userId)]
    for (const { id: listId } of lists) {
      await followList(stage.context, { userId: fan, listId })
      await deleteList(stage.context, { userId, listId })
    }
    const repair = await refuseRows(stage.context.store, {
      table: 'list_followers',
      on: 'delete',
      when: `old.list_id = ${lists[0]?.id}`,
    })
    return {
      item: `list ${lists[0]?.id}`,
      othersDone: async () => (await count(stage, 'list_followers')) === 1,
      done: async () => (await count(stage, 'list_followers')) === 0,
      repair,
    }
  },
  async 'sweep what was done to deleted posts'(stage) {
    const { id: userId } = await createOneUser(stage.context)
    const ids = await plantPosts(stage.context, userId, [{ text: 'one' }, { text: 'two' }])
    for (const postId of ids) await deletePost(stage.context, { userId, postId })
    await run(stage, 'update deleted_posts set is_swept = 0')
    const repair = await refuseRows(stage.context.store, {
      table: 'deleted_posts',
      on: 'update',
      when: `old.post_id = ${ids[0]}`,
    })
    const unswept = () => count(stage, 'deleted_posts where is_swept = 0')
    return {
      item: `post ${ids[0]}`,
      othersDone: async () => (await unswept()) === 1,
      done: async () => (await unswept()) === 0,
      repair,
    }
  },
  async 'sweep the staging directory'(stage) {
    let swept = 0
    let isBroken = true
    stage.sweepStaging = async () => {
      if (isBroken) throw new TypeError('planted')
      swept += 1
    }
    return {
      item: 'run',
      othersDone: async () => true,
      done: async () => swept > 0,
      repair: async () => {
        isBroken = false
      },
    }
  },
}

async function open(t: TestContext, engine: Engine) {
  const clock = new TestClock(Date.now())
  const runtime = await testRuntime(t, await freshConfig(t, engine), clock)
  const { context, store } = runtime
  const stage: Stage = { t, context, clock, sweepStaging: async () => undefined }
  const directory = await temporaryDirectory(t)
  const staging = Object.assign(new Staging(directory, systemRandom), {
    removeAbandoned: () => stage.sweepStaging(),
  })
  const logged: unknown[] = []
  const logger = { error: (entry: unknown) => logged.push(entry) } as ConstructorParameters<
    typeof Failures
  >[0]['logger']
  const media = { blobs: new DiskBlobs(join(directory, 'media')), staging }
  const jobs = serverJobs(
    { store, clock, media },
    { retention_days: 30, audit_days: 730, webhook_log_days: 30 },
  )
  const runs = new Set<Promise<void>>()
  const onRun = (run: Promise<void>) => {
    runs.add(run)
    void run.then(() => runs.delete(run))
  }
  /** Starts the jobs as a starting server does, with no state except the database. */
  const start = (name: string) => {
    const job = jobs.find((each) => each.name === name)
    assert.ok(job !== undefined, name)
    return startJobs([job], { clock, logger, failures: new Failures({ store, clock, logger }), onRun })
  }
  /**
   * Resolves when all runs have ended. A test waits for this before it requests a retry. A run that failed after the
   * request would cancel the request by recording its failure, and the next run would be an hour later.
   */
  const idle = async () => {
    while (runs.size > 0) await Promise.all(runs)
  }
  return { stage, store, clock, logged, jobs, start, idle }
}

/**
 * Number of seconds within which a requested retry must be complete. One second is not enough for a compliance job: the
 * retry resumes the job, and a run in the next second completes the job.
 */
const RETRY_SECONDS = 3

for (const engine of ENGINES) {
  for (const [name, plant] of Object.entries(CASES)) {
    const test = name === ON_BOTH ? onBoth(engine) : slowOnPostgres(engine)
    test(`one faulty record never stops the others: ${name}, on ${engine}`, async (t) => {
      const { stage, store, clock, logged, start, idle } = await open(t, engine)
      const { item, othersDone, done, repair } = await plant(stage)
      const reader = readerOf({ name })
      const listed = async () => (await failedItems(store)).map((each) => `${each.reader}: ${each.item}`)
      let stop = start(name)
      await idle()
      assert.deepEqual(await listed(), [`${reader}: ${item}`])
      assert.equal(await othersDone(), true)
      await stop()

      stop = start(name)
      await idle()
      assert.equal(await done(), false)
      assert.deepEqual(await listed(), [`${reader}: ${item}`])
      assert.equal(logged.length, 1, 'logged once')

      await repair()
      await store.write((tx) => requestRetry(tx, { reader }, clock.now()))
      for (let second = 0; second < RETRY_SECONDS; second += 1) {
        clock.advance(1_000)
        await idle()
      }
      assert.deepEqual(await listed(), [])
      assert.equal(await done(), true)
      await stop()
      assert.equal(logged.length, 1)
    })
  }

  test(`a store failure makes a job wait and records no item, on ${engine}`, async (t) => {
    const { stage, store, clock, logged, start, idle } = await open(t, engine)
    let runs = 0
    stage.sweepStaging = async () => {
      runs += 1
      throw new StoreUnavailable('away')
    }
    const stop = start('sweep the staging directory')
    await idle()
    assert.equal(logged.length, 1)
    clock.advance(3_600_000)
    await idle()
    assert.equal(logged.length, 2)
    await stop()
    assert.equal(runs, 2)
    assert.deepEqual(await failedItems(store), [])
  })
}

test('this file has a case for every job of a server', async (t) => {
  const { jobs } = await open(t, 'sqlite')
  assert.deepEqual(Object.keys(CASES).toSorted(), jobs.map(({ name }) => name).toSorted())
})

/** Concurrent uploads to one job, and uploads that are interrupted. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { createUsers } from '../../../test/support/users.ts'
import type { Engine } from '../../db/query.ts'
import type { Store } from '../../db/store.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import type { Context } from '../context.ts'
import { createJob, downloadLines, workOnJobs } from './jobs.ts'
import { storeUpload, UPLOAD_BATCH_SIZE } from './store-upload.ts'

/** Unknown ids. There are so many that an upload of these ids and the known ids needs more than one transaction. */
const STRANGERS = Array.from({ length: 3_000 }, (_, index) => BigInt(index))

function batchesOf(ids: readonly bigint[]): readonly (readonly bigint[])[] {
  const count = Math.ceil(ids.length / UPLOAD_BATCH_SIZE)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * UPLOAD_BATCH_SIZE, (index + 1) * UPLOAD_BATCH_SIZE),
  )
}

async function open(t: TestContext, engine: Engine) {
  const { context } = await testRuntime(t, await freshConfig(t, engine))
  const [one, other] = await createUsers(context, 2)
  assert.ok(one && other)
  for (const { id: userId } of [one, other]) await changeUserState(context, { userId, action: 'suspend' })
  const { appId } = await createTestApp(context)
  const { id } = await createJob(context, { appId, subject: 'users', name: '', isResumable: false })
  return { context, id, one: one.id, other: other.id }
}

async function resultOf(context: Context, id: bigint): Promise<readonly string[]> {
  while (await workOnJobs(context)) {
    // Continues with the next piece: a part of the ids of a job.
  }
  const lines: string[] = []
  for await (const text of downloadLines(context, id)) lines.push(...text.split('\n').filter(Boolean))
  return lines.map((line) => JSON.parse(line).id)
}

/** A context that runs `first` before a transaction with a given number. */
function beforeWrite(context: Context, write: number, first: () => Promise<void>): Context {
  let writes = 0
  const store = new Proxy(context.store, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'write') return typeof value === 'function' ? value.bind(target) : value
      const instead: Store['write'] = async (command) => {
        writes += 1
        if (writes === write) await first()
        return target.write(command)
      }
      return instead
    },
  })
  return { ...context, store }
}

for (const engine of ENGINES) {
  test(`spec/batch-compliance.md#upload: an upload that breaks off leaves its job waiting, on ${engine}`, async (t) => {
    const { context, id, one, other } = await open(t, engine)
    const broken = beforeWrite(context, 2, () => Promise.reject(new Error('lost')))
    await assert.rejects(storeUpload(broken, id, batchesOf([...STRANGERS, one])), /lost/)
    await storeUpload(context, id, batchesOf([other]))
    assert.deepEqual(await resultOf(context, id), [String(other)])
  })

  for (const write of [1, 2, 3]) {
    slowOnPostgres(engine)(
      `spec/batch-compliance.md#upload: an upload is refused after a later upload claims the job at step ${write}, on ${engine}`,
      async (t) => {
        const { context, id, one, other } = await open(t, engine)
        const overtaken = beforeWrite(context, write, () =>
          storeUpload(context, id, batchesOf([other, ...STRANGERS])),
        )
        await assert.rejects(storeUpload(overtaken, id, batchesOf([one, ...STRANGERS])), {
          reason: 'job-not-waiting',
        })
        assert.deepEqual(await resultOf(context, id), [String(other)])
      },
    )
  }

  test(`spec/batch-compliance.md#upload: an upload is refused after a later upload claims the job, even if the later upload breaks off, on ${engine}`, async (t) => {
    const { context, id, one, other } = await open(t, engine)
    const overtaken = beforeWrite(context, 2, async () => {
      const broken = beforeWrite(context, 2, () => Promise.reject(new Error('lost')))
      await assert.rejects(storeUpload(broken, id, batchesOf([...STRANGERS, other])), /lost/)
    })
    await assert.rejects(storeUpload(overtaken, id, batchesOf([...STRANGERS, one])), {
      reason: 'job-not-waiting',
    })
    await storeUpload(context, id, batchesOf([one]))
    assert.deepEqual(await resultOf(context, id), [String(one)])
  })
}

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createOneUser } from '../../test/support/users.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import type { Engine } from '../db/query.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { deletePost } from '../domain/posts/write/delete-post.ts'
import { Staging } from '../lib/files/staging.ts'
import { CheckRuns } from './check-runs.ts'

async function open(t: TestContext, engine: Engine) {
  const { context } = await testRuntime(t, await freshConfig(t, engine))
  const folder = await mkdtemp(join(tmpdir(), 'aviary-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const staging = new Staging(folder, context.random)
  const errors: unknown[] = []
  const runs = new CheckRuns(context, { error: (facts: unknown) => errors.push(facts) })
  t.after(() => runs.close())
  const start = async (text: string, account = 'acme') => {
    const file = await staging.of([Buffer.from(text)])
    const run = await runs.start({ account, name: 'ids.txt', subject: 'tweets', column: undefined, file })
    return { run, file }
  }
  const ended = (run: { readonly endedAt: number | undefined }) => waitUntil(() => run.endedAt !== undefined)
  return { context, runs, start, ended, errors }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`a list is checked, and only its account sees the report, on ${engine}`, async (t) => {
    const { context, runs, start, ended, errors } = await open(t, engine)
    const { id: authorId } = await createOneUser(context)
    const { id: postId } = await createPost(context, { authorId, text: 'not for long' })
    const { id: shown } = await createPost(context, { authorId, text: 'stays' })
    await deletePost(context, { postId })

    const { run, file } = await start(`id\n${postId}\n${shown}\n20\nnonsense\n`)
    assert.equal(runs.list('other').length, 0)
    assert.equal(runs.cancel('other', run.id), false)
    await assert.rejects(start('21\n'), { reason: 'job-running' })
    await ended(run)
    assert.deepEqual([run.state, run.ids, errors], ['complete', 3, []])
    assert.deepEqual(
      run.findings.map(({ id, action }) => [id, action]),
      [[String(postId), 'delete']],
    )
    const { to_delete, available, unknown, unreadable, complete } = run.counts
    assert.deepEqual([to_delete, available, unknown, unreadable, complete], [1, 1, 1, 1, false])
    assert.equal(existsSync(file.path), false, 'the uploaded file is gone')

    const path = runs.reportOf('acme', run.id)
    assert.equal(runs.reportOf('other', run.id), undefined)
    assert.ok(path !== undefined)
    const report = JSON.parse(await readFile(path, 'utf8'))
    assert.deepEqual([report.file, report.ids.length, report.to_delete], ['ids.txt', 3, 1])

    for (let count = 0; count < 6; count += 1) await ended((await start(`${count + 30}\n`)).run)
    assert.deepEqual([runs.list('acme').length, existsSync(path)], [5, false], 'older ones are dropped')
    await runs.close()
    assert.deepEqual(runs.list('acme'), [])
  })
}

slowOnPostgres('sqlite')(
  'a check can be cancelled, and a check with an unclear column fails with a message',
  async (t) => {
    const { runs, start, ended, errors } = await open(t, 'sqlite')
    const { run } = await start(Array.from({ length: 50_000 }, (_, index) => `${index + 1}\n`).join(''))
    assert.equal(runs.cancel('acme', run.id), true)
    await ended(run)
    assert.deepEqual([run.state, runs.reportOf('acme', run.id)], ['cancelled', undefined])

    const unclear = await start(
      'a,b\n1290000000000000001,1290000000000000002\n1290000000000000003,1290000000000000004\n',
    )
    await ended(unclear.run)
    assert.equal(unclear.run.state, 'failed')
    assert.match(unclear.run.failure ?? '', /column/)
    assert.deepEqual(errors, [])
  },
)

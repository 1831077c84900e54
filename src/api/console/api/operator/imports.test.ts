/** Imports of uploaded files at the desk (spec/console.md#imports-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { assertProblem } from '../../../../../test/support/console/desk.ts'
import {
  ALL_KINDS,
  endedImport,
  importOf,
  startImportOf,
  UploadClient,
  userLines,
} from '../../../../../test/support/console/desk-uploads.ts'
import { ENGINES, type Hooks, shareInSuite } from '../../../../../test/support/engines.ts'
import { slow, slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer, type TestServerOptions } from '../../../../../test/support/server.ts'
import { waitUntil } from '../../../../../test/support/wait-until.ts'
import { findUser } from '../../../../domain/accounts/user.ts'

async function startImports(t: Hooks, options: TestServerOptions = {}) {
  const server = await startTestServer(t, options)
  const operator = await ConsoleClient.signedIn(server, { isOperator: true, email: 'ann@example.org' })
  return { ...server, operator, client: new UploadClient(server.url, operator) }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/imports on ${engine}`, () => {
    test('201, 200: imports a file with the same output as the command, and removes the upload', async (t) => {
      const { client, operator, context } = await startImports(t, { engine })
      const upload = await client.upload('users.jsonl', userLines(3))
      const id = await startImportOf(operator, [upload])
      const ended = await endedImport(operator, id)
      assert.deepEqual([ended.state, ended.failure], ['complete', null])
      assert.match(ended.lines[0], /^Read 3 objects: 3 imported, 0 already present, 0 rejected/)
      assert.equal(ended.started_by, 'ann@example.org')
      assert.equal(ended.command, 'aviary import --report report.html users.jsonl')
      assert.equal(ended.has_report, true)
      assert.notEqual(await findUser(context.store, { screenName: 'user2' }), undefined)
      await waitUntil(async () => (await operator.get('/operator/uploads')).body.uploads.length === 0)
      assert.equal((await importOf(operator, id)).can_resume, false)
      const { entries } = (await operator.get('/operator/audit?action=import.start')).body
      assert.deepEqual(entries[0].subject, { kind: 'import', key: id, name: 'users.jsonl' })
      assert.equal((await operator.delete(`/operator/imports/${id}`)).status, 204)
      assert.deepEqual((await operator.get('/operator/imports')).body.imports, [])
    })

    test('a dry run writes nothing and keeps the file for a later import', slow, async (t) => {
      const { client, operator, context } = await startImports(t, { engine })
      const upload = await client.upload('users.jsonl', userLines(2))
      const dry = await endedImport(operator, await startImportOf(operator, [upload], { dry_run: true }))
      assert.equal(dry.state, 'complete')
      assert.equal(dry.lines[0], 'Dry run: nothing was written.')
      assert.equal(await findUser(context.store, { screenName: 'user1' }), undefined)
      const real = await endedImport(operator, await startImportOf(operator, [upload]))
      assert.match(real.lines[0], /2 imported/)
    })

    test('the member `options` has the same effect as the options of the command', slow, async (t) => {
      const { client, operator, context } = await startImports(t, { engine })
      const users = await client.upload('users.jsonl', userLines(3))
      await endedImport(operator, await startImportOf(operator, [users]))
      const options = { list_of: '1', list_kind: 'followers', newest_first: true }
      const list = await client.upload('ids.txt', '2\n3\n')
      const ended = await endedImport(operator, await startImportOf(operator, [list], { options }))
      assert.match(ended.lines[0], /^Read 2 .* 2 imported/)
      assert.equal(
        ended.command,
        'aviary import --of 1 --kind followers --newest-first --report report.html ids.txt',
      )
      assert.equal((await findUser(context.store, { id: 1n }))?.followersCount, 2)
      const { entries } = (await operator.get('/operator/audit?action=import.start')).body
      assert.equal(entries[0].details.list_of, '1')
      const all = {
        ...{ encoding: 'windows-1252', author: '12', new_ids: true, live_rate: 2.5, id_offset: '100' },
        ...{ root: 'my archive', skip_circle_era: true, circle_ids: '1\n2' },
      }
      const other = await client.upload('users.jsonl', userLines(1, 10))
      const { command } = await endedImport(
        operator,
        await startImportOf(operator, [other], { options: all }),
      )
      assert.equal(
        command,
        "aviary import --encoding windows-1252 --author 12 --new-ids --live --rate 2.5 --id-offset 100 --root 'my archive' --circle-era skip --circle-ids circle-ids.txt --report report.html users.jsonl",
      )
      const [{ details }] = (await operator.get('/operator/audit?action=import.start')).body.entries
      assert.deepEqual([details.root, details.circle_ids], ['my archive', undefined])
    })

    test(
      'a file that is neither an archive nor data fails with the same reason as the command',
      slow,
      async (t) => {
        const { client, operator } = await startImports(t, { engine })
        const upload = await client.upload('picture.zip', Buffer.from('PK\x03\x04 is not enough of a zip'))
        const ended = await endedImport(operator, await startImportOf(operator, [upload]))
        assert.equal(ended.state, 'failed')
        assert.notEqual(ended.failure, 'The import failed; the log of the server has the reason.')
        assert.equal(ended.can_resume, true)
      },
    )
  })
}

// Each import takes a second of processor time, because its thread loads the program. The fast part of the
// suite therefore runs only the first of the tests that start an import.
suite('/console/api/operator/imports', () => {
  const test = slowOnPostgres('sqlite')
  /** One server for all tests that start no import. */
  const shared = shareInSuite((hooks) => startImports(hooks))

  test('a second import waits until the first one has ended', slow, async (t) => {
    const { client, operator } = await startImports(t)
    const first = await startImportOf(operator, [await client.upload('a.jsonl', userLines(200))])
    const second = await startImportOf(operator, [await client.upload('b.jsonl', userLines(200, 1_000))])
    const { imports } = (await operator.get('/operator/imports')).body
    assert.deepEqual(
      imports.map(({ id }: { id: string }) => id),
      [second, first],
    )
    assert.equal(imports[0].state, 'queued')
    const [one, other] = [await endedImport(operator, first), await endedImport(operator, second)]
    assert.deepEqual([one.state, other.state], ['complete', 'complete'])
    assert.ok(other.started_at >= one.ended_at)
  })

  test(
    'a server that starts again continues the import that was interrupted when the server stopped',
    slow,
    async (t) => {
      const { client, operator, close, config } = await startImports(t)
      const users = 20_000
      const id = await startImportOf(operator, [await client.upload('users.jsonl', userLines(users))])
      await waitUntil(async () => {
        const [{ progress }] = (await operator.get('/operator/imports')).body.imports
        return progress?.stage === 'importing' && progress.bytes > 0
      })
      await close()
      const again = await startTestServer(t, { config })
      const resumed = new ConsoleClient(again.url)
      resumed.cookie = operator.cookie
      const ended = await endedImport(resumed, id)
      assert.deepEqual([ended.state, ended.interruptions], ['complete', 1])
      assert.match(ended.lines[0], new RegExp(`^Read ${users} objects: ${users} imported`))
      assert.match(ended.lines[1], /^Resumed after \d+ objects/)
    },
  )

  test('400/field-invalid for an invalid body', async () => {
    const { operator } = await shared()
    for (const wrong of [{ kind: 'cats' }, { uploads: [] }, { uploads: 'a' }, { dry_run: 'yes' }]) {
      const answer = await operator.post('/operator/imports', { uploads: ['a'], ...ALL_KINDS, ...wrong })
      assertProblem(answer, '400/field-invalid')
    }
    for (const options of [
      ...[{ author: 'ada' }, { author: '9'.repeat(19) }, { list_of: '1' }, { list_kind: 'followers' }],
      ...[{ live_rate: 0 }, { id_offset: '-1' }, { encoding: 'utf-7' }, { root: '' }],
    ]) {
      const answer = await operator.post('/operator/imports', { uploads: ['a'], ...ALL_KINDS, options })
      assertProblem(answer, '400/field-invalid')
    }
  })

  test('404/upload-not-found for an unknown upload', async () => {
    const { operator } = await shared()
    const answer = await operator.post('/operator/imports', { uploads: ['0'.repeat(32)], ...ALL_KINDS })
    assertProblem(answer, '404/upload-not-found')
  })

  test('409/upload-incomplete for an upload that is not complete', async () => {
    const { client, operator } = await shared()
    const { body } = await client.create('a.jsonl', 10)
    const answer = await operator.post('/operator/imports', { uploads: [body.id], ...ALL_KINDS })
    assertProblem(answer, '409/upload-incomplete')
  })

  test('409/upload-in-use for an upload that another import reads', slow, async (t) => {
    const { client, operator } = await startImports(t)
    const upload = await client.upload('a.jsonl', userLines(1))
    await startImportOf(operator, [upload])
    const answer = await operator.post('/operator/imports', { uploads: [upload], ...ALL_KINDS })
    assertProblem(answer, '409/upload-in-use')
  })

  test('404/import-not-found for an unknown id', async () => {
    const { operator } = await shared()
    assertProblem(await operator.delete('/operator/imports/x'), '404/import-not-found')
  })

  test('409/import-running for an import that has not ended', slow, async (t) => {
    const { client, operator } = await startImports(t)
    const id = await startImportOf(operator, [await client.upload('a.jsonl', userLines(1))])
    assertProblem(await operator.delete(`/operator/imports/${id}`), '409/import-running')
  })

  test('403/operators-only for another user of the console', async () => {
    const client = await ConsoleClient.signedIn(await shared())
    assertProblem(await client.get('/operator/imports'), '403/operators-only')
  })

  test('403/foreign-origin from another site', async () => {
    const { operator } = await shared()
    const site = { origin: 'https://evil.example' }
    assertProblem(await operator.call('POST', '/operator/imports', {}, site), '403/foreign-origin')
    assertProblem(await operator.call('DELETE', '/operator/imports/x', undefined, site), '403/foreign-origin')
  })
})

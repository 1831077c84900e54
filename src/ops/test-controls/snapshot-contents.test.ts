import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { jpeg } from '../../../test/support/media/samples.ts'
import { MediaStage } from '../../../test/support/media/stage.ts'
import { slowTest } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { startInTestMode, type TestModeServer } from '../../../test/support/test-mode.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { openBlobs } from '../../blobs/open.ts'
import type { Config } from '../../config.ts'
import type { Engine } from '../../db/query.ts'
import { releaseOfPost } from '../../domain/media/attach.ts'
import { eraseMedia } from '../../domain/media/erase-media.ts'
import { must } from '../../lib/assert.ts'
import { buildPost } from '../../testing/world/content.ts'

/** Changes a snapshot so that it looks like a snapshot of an earlier version. */
async function age(config: Config, name: string): Promise<void> {
  if (config.database === '') {
    const db = new DatabaseSync(join(config.data, 'snapshots', `${name}.sqlite`))
    db.exec('delete from migrations where name = (select max(name) from migrations)')
    db.close()
    return
  }
  const { default: postgres } = await import('postgres')
  const sql = postgres(config.database)
  await sql.unsafe(`comment on schema "aviary_snapshot_${name}" is '0001-before'`)
  await sql.end()
}

async function open(t: TestContext, engine: Engine): Promise<TestModeServer> {
  const settings = { limits: 'off', api_date: 'latest' }
  return startInTestMode(t, { engine, clock: new TestClock(Date.UTC(2020, 7, 12)), settings })
}

for (const engine of ENGINES) {
  const test = slowTest
  test(`the database in snapshots, on ${engine}`, async (t) => {
    const { control, config, context, get } = await open(t, engine)
    const { id: authorId } = await createOneUser(context)
    const { asApp } = await createTestApp(context)
    const posts = async () => {
      const { text } = await get(`/1.1/statuses/user_timeline.json?user_id=${authorId}`, asApp)
      return (JSON.parse(text) as { id_str: string; text: string }[]).map(({ text, id_str }) => [
        text,
        id_str,
      ])
    }
    const restore = (name: string) => control('POST', `/test/snapshots/${name}/restore`)

    await t.test('two restores of one snapshot are independent', async () => {
      await control('PUT', '/test/snapshots/base')
      const { id } = await buildPost(context, { authorId, text: 'in one world' })
      await control('PUT', '/test/snapshots/one')
      assert.equal((await restore('base')).status, 200)
      assert.deepEqual(await posts(), [])
      const other = await buildPost(context, { authorId, text: 'in the other world' })
      assert.equal(other.id, id)
      await control('PUT', '/test/snapshots/other')
      await restore('one')
      assert.deepEqual(await posts(), [['in one world', String(id)]])
      await restore('other')
      assert.deepEqual(await posts(), [['in the other world', String(id)]])
      await restore('base')
      assert.deepEqual(await posts(), [])
    })

    await t.test('concurrent saves, copies and restores leave complete snapshots', async () => {
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => control('PUT', '/test/snapshots/base')),
        ...Array.from({ length: 3 }, () => control('PUT', '/test/snapshots/fork', { from: 'base' })),
        restore('base'),
        control('POST', '/test/reset'),
      ])
      for (const { status } of answers) assert.equal(status, 200)
      const [restored, deleted] = await Promise.all([
        restore('fork'),
        control('DELETE', '/test/snapshots/fork'),
      ])
      assert.deepEqual([[200, 404].includes(restored.status), deleted.status], [true, 200])
      await restore('base')
      assert.deepEqual(await posts(), [])
    })

    await t.test('a snapshot with the tables of another version is neither restored nor copied', async () => {
      await control('PUT', '/test/snapshots/aged')
      await age(config, 'aged')
      await buildPost(context, { authorId, text: 'still here' })
      for (const refused of [
        await restore('aged'),
        await control('PUT', '/test/snapshots/copy', { from: 'aged' }),
      ]) {
        assert.equal(refused.status, 409)
        assert.match(
          String(refused.body['error']),
          /^the snapshot aged was saved with version \S+ of the tables, and this server has version \S+; delete it/,
        )
      }
      assert.equal((await posts()).length, 1)
      assert.equal((await control('DELETE', '/test/snapshots/aged')).status, 200)
    })

    if (engine === 'postgres') return
    await t.test('a corrupt snapshot is refused, and other snapshots work', async () => {
      writeFileSync(join(config.data, 'snapshots', 'corrupt.sqlite'), 'no database')
      const refused = await restore('corrupt')
      assert.deepEqual(
        [refused.status, /cannot be read; delete it/.test(String(refused.body['error']))],
        [409, true],
      )
      assert.equal((await control('POST', '/test/reset')).status, 200)
      assert.equal((await control('DELETE', '/test/snapshots/corrupt')).status, 200)
      assert.equal(readdirSync(join(config.data, 'snapshots')).includes('corrupt.sqlite'), false)
    })
  })

  test(`media files in snapshots, on ${engine}`, async (t) => {
    const stage = await MediaStage.open(t, { engine, settings: { test_controls: 'on', test_token: 'x' } })
    const { context } = stage
    const { testControls } = stage.server.server
    const { snapshots, blobs } = must(testControls, 'test controls')
    const store = blobs.watch(openBlobs(stage.server.config))
    const { id: ownerId, as } = await stage.person()
    const upload = async (postId: bigint) => {
      const mediaId = await stage.uploaded(await jpeg({ width: 60, height: 40 }), as)
      const [medium] = await stage.take({ ownerId, mediaIds: [mediaId], postId })
      return medium?.media_url_https ?? ''
    }
    const bytesOf = async (url: string) => {
      const { status, text } = await stage.get(url)
      return status === 200 ? text : status
    }
    const filesOf = (url: string) => {
      const folder = /([0-9a-f]{32})/.exec(url)?.[1] ?? ''
      return store.read({ folder, name: 'small.jpg' })
    }
    const post = context.ids.next()
    const url = await upload(post)
    const bytes = await bytesOf(url)
    assert.equal(typeof bytes, 'string')
    await snapshots.save('with')
    await context.store.write((tx) => releaseOfPost(tx, post))
    await eraseMedia(context, store, new AbortController().signal)
    assert.deepEqual([await bytesOf(url), await filesOf(url)], [404, undefined])
    const later = await upload(context.ids.next())
    await snapshots.restore('with')
    assert.equal(await bytesOf(url), bytes)
    assert.deepEqual([await bytesOf(later), await filesOf(later)], [404, undefined])
    await snapshots.reset()
    assert.deepEqual([await bytesOf(url), await filesOf(url)], [404, undefined])
    await snapshots.restore('with')
    assert.equal(await bytesOf(url), bytes)
  })
}

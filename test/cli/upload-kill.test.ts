/** Tests promise 1 for uploads: an acknowledged segment is not lost when the server is killed. */
import assert from 'node:assert/strict'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { parseExactly, signature } from '../support/api-client.ts'
import { startCli } from '../support/cli.ts'
import { ENGINES, freshConfig, testRuntime } from '../support/engines.ts'
import { png } from '../support/media/samples.ts'
import { slowTest as test } from '../support/part.ts'
import { createOneUser } from '../support/users.ts'

const PATH = '/1.1/media/upload.json'

/** Number of segments, and the numbers of acknowledged segments after which the test kills the server. */
const SEGMENTS = 30
const KILLED_AFTER = [13]

for (const engine of ENGINES) {
  test(`an upload continues after the server was killed (${engine})`, async (t) => {
    const config = await freshConfig(t, engine)
    const runtime = await testRuntime(t, config)
    const { id: userId } = await createOneUser(runtime.context)
    const app = await createApp(runtime.context, { name: 'App', ownerId: userId, permissions: 'read-write' })
    const token = await issueToken(runtime.context, { appId: app.appId, userId })
    await runtime.close()
    const as = signature(
      { key: app.consumerKey, secret: app.consumerSecret },
      { key: token.accessToken, secret: token.accessTokenSecret },
      () => Date.now(),
    )
    const flags = ['--data', config.data, ...(config.database === '' ? [] : ['--database', config.database])]
    const start = async () => {
      const run = startCli(t, ['serve', '--port', '0', '--ops-port', '0', '--limits', 'off', ...flags])
      const [, url = ''] = await run.said(/Aviary serves (\S+)/)
      return { run, url: `${url}${PATH}` }
    }
    const post = async (url: string, fields: Readonly<Record<string, string | Buffer>>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) {
        form.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]))
      }
      const headers = { authorization: as('POST', url) }
      const response = await fetch(url, { method: 'POST', headers, body: form })
      return { status: response.status, text: await response.text() }
    }

    const picture = await png({ width: 700, height: 500 })
    const size = Math.ceil(picture.length / SEGMENTS)
    let server = await start()
    const begun = await post(server.url, { command: 'INIT', total_bytes: String(picture.length) })
    assert.equal(begun.status, 202, begun.text)
    const { media_id_string: media_id = '' } = parseExactly(begun.text) as { media_id_string?: string }
    const answered = new Set<number>()
    const append = async (index: number) => {
      const media = picture.subarray(index * size, (index + 1) * size)
      const fields = { command: 'APPEND', media_id, segment_index: String(index), media }
      const answer = await post(server.url, fields)
      assert.equal(answer.status, 204, answer.text)
      answered.add(index)
    }
    const killAt = [...KILLED_AFTER]
    while (answered.size < SEGMENTS) {
      const missing = Array.from({ length: SEGMENTS }, (_, index) => index).filter(
        (index) => !answered.has(index),
      )
      const sent = Promise.allSettled(missing.slice(0, 4).map(append))
      const isKilled = answered.size >= (killAt[0] ?? SEGMENTS)
      if (isKilled) {
        killAt.shift()
        server.run.kill('SIGKILL')
        await server.run.ended
      }
      const failed = (await sent).filter(({ status }) => status === 'rejected')
      if (isKilled) server = await start()
      else assert.deepEqual(failed, [])
    }
    const end = await post(server.url, { command: 'FINALIZE', media_id })
    assert.equal(end.status, 201, end.text)
    assert.match(end.text, /"image":\{"image_type":"image\/png","w":700,"h":500\}/)
  })
}

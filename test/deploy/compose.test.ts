/**
 * Runs the services of the compose files without containers. It runs the command of the image with the
 * variables of each service, the health check, and nginx in front of two nodes on PostgreSQL.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { signature } from '../support/api-client.ts'
import { cliJson } from '../support/cli.ts'
import { testDatabase } from '../support/databases/databases.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { AS_OTHER_USER, OTHER_USER, whyNoOtherUser } from '../support/processes/other-user.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { composeFile, healthCheck, type RunningService, startService, variablesOf } from './compose.ts'
import { deployedText, freePort, needs, run, startNginx } from './tools.ts'

const SECRETS = { AVIARY_KEY: 'ab'.repeat(32), POSTGRES_PASSWORD: 'unused' }

/** Free ports that replace the ports inside the containers. */
const PORTS = { AVIARY_PORT: '0', AVIARY_OPS_PORT: '0' }

function isHealthy({ opsUrl }: RunningService): boolean {
  const [, ...words] = healthCheck(opsUrl)
  return run(process.execPath, words).code === 0
}

async function stops({ run: running }: RunningService): Promise<void> {
  running.kill('SIGTERM')
  assert.equal((await running.ended).code, 0)
}

/**
 * A wrapper command that sets the limits of the container in compose.sqlite.yaml: a user other than root, and
 * read-only file systems except the volume and `/tmp`.
 * @param data the volume
 */
function confined(data: string): readonly string[] {
  const steps = [
    'mount --bind "$0" /mnt',
    'mount -t tmpfs none /tmp',
    'mount -o remount,bind,ro /',
    'exec "$@"',
  ]
  return ['unshare', '--mount', 'sh', '-c', steps.join(' && '), data, ...AS_OTHER_USER]
}

function whyNotConfined(): string | false {
  const [command = '', ...words] = [...confined('/mnt'), 'true']
  return whyNoOtherUser() || (spawnSync(command, words).status === 0 ? false : 'this user may not mount')
}

test('compose.sqlite.yaml: one server runs with a volume, on a read-only file system, without root', {
  skip: whyNotConfined(),
}, async (t) => {
  const data = join(await temporaryDirectory(t), 'volume')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, OTHER_USER, OTHER_USER)
  const { aviary } = composeFile('compose.sqlite.yaml').services
  assert.ok(aviary)
  const env = variablesOf(aviary, SECRETS, { ...PORTS, AVIARY_DATA: '/mnt' })
  const server = await startService(t, env, confined(data))
  assert.ok(isHealthy(server))
  assert.equal((await fetch(`${server.url.replace('localhost', '127.0.0.1')}/2/tweets/20`)).status, 401)
  await stops(server)
  assert.ok(!isHealthy(server), 'a server that has stopped is not healthy')
})

/** Starts two nodes with one database and the variables of compose.postgres.yaml. */
async function startNodes(t: TestContext) {
  const { services } = composeFile('compose.postgres.yaml')
  const database = await testDatabase(t)
  const nodes: (RunningService & { readonly name: string; readonly env: Record<string, string> })[] = []
  for (const name of ['aviary-1', 'aviary-2']) {
    const service = services[name]
    assert.ok(service)
    const changes = {
      ...PORTS,
      AVIARY_PORT: String(await freePort()),
      AVIARY_DATA: join(await temporaryDirectory(t), name),
      AVIARY_DATABASE: database,
      // This is the address of nginx in the test.
      AVIARY_TRUSTED_PROXY: '127.0.0.1',
    }
    const env = { ...variablesOf(service, SECRETS, changes) }
    nodes.push({ ...(await startService(t, env)), name, env })
  }
  return nodes
}

describe('compose.postgres.yaml', needs('nginx'), () => {
  test('two nodes on PostgreSQL behind nginx: a stream has the posts of both nodes, and when one node ends, requests go to the other node', async (t) => {
    const nodes = await startNodes(t)
    for (const node of nodes) assert.ok(isHealthy(node))
    let upstream = deployedText('nginx/upstream-compose.conf')
    for (const { name, url } of nodes)
      upstream = upstream.replace(`${name}:8080`, `127.0.0.1:${new URL(url).port}`)
    assert.doesNotMatch(upstream, /aviary-\d/)
    const { url } = await startNginx(t, upstream, await testCertificate(t, ['api.example.org']))

    const [first, second] = nodes
    assert.ok(first && second)
    const aviary = (...words: string[]) => cliJson(t, words, { env: first.env })
    await aviary('user', 'create', 'ada')
    const app = await aviary('app', 'create', 'An app', '--owner', 'ada', '--permissions', 'read-write')
    const token = await aviary('token', 'create', '--app', String(app['app_id']), '--user', 'ada')
    const asApp = () => `Bearer ${String(app['bearer_token'])}`
    const asUser = signature(
      { key: String(app['consumer_key']), secret: String(app['consumer_secret']) },
      { key: String(token['access_token']), secret: String(token['access_token_secret']) },
      () => Date.now(),
    )
    const rules = await fetch(`${url}/2/tweets/search/stream/rules`, {
      method: 'POST',
      headers: { authorization: asApp(), 'content-type': 'application/json' },
      body: '{"add":[{"value":"heron"}]}',
    })
    assert.equal(rules.status, 201, await rules.text())
    const reader = await PostReader.open(`${url}/2/tweets/search/stream`, asApp)
    assert.equal(reader.status, 200)
    const post = async (at: string, text: string) => {
      const target = `${at}/1.1/statuses/update.json?status=${encodeURIComponent(text)}`
      const answer = await fetch(target, {
        method: 'POST',
        headers: { authorization: asUser('POST', target) },
      })
      assert.equal(answer.status, 200, await answer.text())
      await reader.until(() => reader.lines.some(({ data }) => data?.text === text))
    }
    await post(first.url.replace('localhost', '127.0.0.1'), 'a heron on one')
    await post(second.url.replace('localhost', '127.0.0.1'), 'a heron on the other')
    // nginx sends requests to the nodes in turn.
    for (const text of ['a third heron', 'a fourth heron']) await post(url, text)
    reader.close()
    await stops(second)
    for (let count = 0; count < 4; count += 1) {
      const answer = await fetch(`${url}/1.1/users/show.json?screen_name=ada`, {
        headers: { authorization: asApp() },
      })
      assert.equal(answer.status, 200, 'nginx sends requests to the remaining node')
      await answer.text()
    }
    await stops(first)
  })
})

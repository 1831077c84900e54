/**
 * `aviary test --tls auto --resolve-hint`: clients trust the server and find it by its public names with the
 * options that the command prints.
 */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { slowTest as test } from '../../test/support/part.ts'
import { folderOf, needing } from '../clients/support/installs.ts'
import { startTestServer, type TestServerLine } from '../support/test-server.ts'

const GET_JAVA = fileURLToPath(new URL('Get.java', import.meta.url))

/** A path that answers 400 with code 215 to a request without credentials. */
const PATH_WITHOUT_CREDENTIALS = '/1.1/followers/ids.json'

const run = promisify(execFile)

/** Options of a subtest that needs programs. */
function having(...programs: readonly string[]): { readonly skip: string | false } {
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  return { skip: missing.length > 0 && `not installed: ${missing.join(', ')}` }
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-tls-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a shell command with these environment variables. @returns the standard output */
async function shell(command: string, environment: Readonly<Record<string, string>> = {}, cwd?: string) {
  const env = { PATH: process.env['PATH'], ...environment }
  const { stdout } = await run('sh', ['-ec', command], { env, cwd })
  return stdout
}

function trustOf({ tls }: TestServerLine) {
  assert.ok(tls)
  return tls.trust
}

test('clients trust the certificate authority of the server with the options that the command prints', async (t) => {
  const server = await startTestServer(t, '--tls', 'auto', '--at', '2019-06-01', '--resolve-hint')
  const { environment, java, curl } = trustOf(server)
  const url = `${server.url}${PATH_WITHOUT_CREDENTIALS}`
  const node = `${process.execPath} -e 'fetch("${url}").then((answer) => process.stdout.write(String(answer.status)))'`

  await t.test('Node trusts the authority', async () => {
    assert.equal(await shell(node, environment), '400')
    await assert.rejects(shell(node), /self-signed certificate in certificate chain|unable to verify/)
  })

  await t.test('Python trusts the authority', having('python3'), async () => {
    const open = `import urllib.request, urllib.error
try:
    urllib.request.urlopen("${url}")
except urllib.error.HTTPError as error:
    print(error.code, end="")`
    assert.equal(await shell(`python3 -c '${open}'`, environment), '400')
  })

  await t.test('Ruby trusts the authority', having('ruby'), async () => {
    const get = `print Net::HTTP.get_response(URI("${url}")).code`
    assert.equal(await shell(`ruby -rnet/http -e '${get}'`, environment), '400')
  })

  await t.test('Java trusts the authority', having('java', 'keytool', 'javac'), async (t) => {
    const folder = await temporaryFolder(t)
    await shell(`${java.keytool} 2>&1`, {}, folder)
    assert.equal(await shell(`java ${java.options} ${GET_JAVA} ${url}`, {}, folder), '400')
  })

  await t.test(
    'curl, also with the options that lead public names to the server',
    having('curl'),
    async () => {
      const status = (words: string) => shell(`curl -s -o /dev/null -w '%{http_code}' ${curl} ${words}`)
      const { port } = new URL(server.url)
      const { curl_resolve = [], curl_connect_to = [] } = server.resolve_hint ?? {}
      const path = PATH_WITHOUT_CREDENTIALS
      assert.equal(await status(url), '400')
      assert.equal(await status(`${curl_resolve.join(' ')} https://upload.x.com:${port}${path}`), '400')
      const gnip = 'https://gnip-stream.twitter.com/stream/compliance/accounts/a/publishers/twitter/prod.json'
      assert.equal(await status(`${curl_connect_to.join(' ')} ${gnip}?partition=1`), '401')
    },
  )
})

test('tweepy and twarc2 work unmodified under the public names', needing('tweepy', 'twarc'), async (t) => {
  const server = await startTestServer(t, '--tls', 'auto', '--proxy-port', '0')
  const { app, user, friend, proxy } = server
  const folder = await temporaryFolder(t)
  const environment = { ...trustOf(server).environment, HTTPS_PROXY: proxy?.url ?? '', HOME: folder }

  const followers = `import tweepy
client = tweepy.Client("${app.bearer_token}")
print([follower.username for follower in client.get_users_followers(${friend.id}).data], end="")`
  const python = join(folderOf('tweepy'), 'bin', 'python')
  assert.equal(await shell(`${python} -c '${followers}'`, environment), `['${user.screen_name}']`)

  const twarc = join(folderOf('twarc'), 'bin', 'twarc2')
  const written = `${twarc} --bearer-token '${app.bearer_token}' followers ${friend.screen_name}`
  const { data } = JSON.parse(await shell(written, environment, folder))
  assert.deepEqual(
    data.map(({ username }: { username: string }) => username),
    [user.screen_name],
  )
})

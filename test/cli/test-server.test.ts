/** Tests `aviary test` in a separate process. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, bearer, signature } from '../support/api-client.ts'
import { cli, startCli } from '../support/cli.ts'
import { ConsoleClient } from '../support/console/console.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

test('aviary test prints one line, serves its users, and removes its data at the end', async (t) => {
  const run = startCli(t, ['test', '--at', '2020-08-12T00:00:00Z'])
  const [line = ''] = await run.printed(/^.*\n/)
  const world = JSON.parse(line)
  const { url, app, user, friend, admin_url, test_token } = world
  assert.ok(existsSync(world.data))
  const ids = await ask(`${url}/1.1/followers/ids.json?user_id=${friend.id}`, bearer(app.bearer_token))
  assert.deepEqual(JSON.parse(ids.text).ids, [1001])
  const consumer = { key: app.consumer_key, secret: app.consumer_secret }
  const token = { key: user.access_token, secret: user.access_token_secret }
  const asUser = signature(consumer, token, () => Date.UTC(2020, 7, 12))
  const me = await ask(`${url}/2/users/me`, asUser)
  assert.deepEqual(JSON.parse(me.text).data, { id: '1001', name: 'Test User', username: 'tester' })
  const browser = new ConsoleClient(world.console_url.slice(0, -'/console'.length))
  const { email, password } = world.console
  const { body } = await browser.post('/session', { email, password })
  assert.equal(body.network_user.screen_name, 'tester')
  assert.deepEqual(
    (await browser.get('/apps')).body.apps.map(({ id }: { id: string }) => id),
    [app.id],
  )
  const clock = await ask(`${admin_url}/test/clock`, bearer(test_token))
  assert.match(clock.text, /"now":"2020-08-12T00:/)
  run.kill('SIGTERM')
  const { code, out, err } = await run.ended
  assert.equal(code, 0, err)
  assert.equal(out, line)
  assert.match(err, /TEST CONTROLS ARE ON/)
  assert.equal(existsSync(world.data), false)
})

test('with --until-stdin-closes the server ends when its parent process ends, and credentials are equal at every start', async (t) => {
  const [one, other] = await Promise.all(
    [1, 2].map(() => cli(t, ['test', '--until-stdin-closes', '--log-level', 'fatal'])),
  )
  assert.ok(one !== undefined && other !== undefined)
  assert.equal(one.code, 0, one.err)
  const credentials = ({ out }: { out: string }) => {
    const { app, user, friend, console, test_token } = JSON.parse(out)
    return { app, user, friend, console, test_token }
  }
  assert.deepEqual(credentials(one), credentials(other))
})

test('docs/testing/server.md names every member of the line that aviary test prints', async (t) => {
  const page = await readFile(new URL('../../docs/testing/server.md', import.meta.url), 'utf8')
  const [, table = ''] = /\| Member \| Value \|\n([\s\S]*?)\n\n/.exec(page) ?? []
  const documented = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/(?<=`)\w+(?=`)/g) ?? [])
  const flags = ['--tls', 'auto', '--proxy-port', '0', '--resolve-hint', '--until-stdin-closes']
  const { out, err } = await cli(t, ['test', ...flags])
  const line = JSON.parse(out)
  assert.deepEqual([...Object.keys(line), 'users', 'apps'].sort(), documented.toSorted())
  assert.equal(line.proxy.ca_file, line.tls.ca_file)
  for (const text of [line.tls.trust.java.keytool, line.resolve_hint.hosts[0]]) assert.ok(err.includes(text))
})

test('wrong times and speeds are refused before any file is created', async () => {
  for (const [words, message] of [
    [['--tls', 'auto', '--tls-cert', 'a.pem'], /--tls auto makes its own certificate/],
    [['--at', 'noon'], /--at takes a time such as/],
    [['--speed', 'fast'], /--speed takes a number/],
    [['--at', '2006-03-21'], /times from 2010-11-04/],
    [['--speed', '-1'], /--speed takes a number from 0 to 100000/],
  ] as const) {
    const { code, err } = await runMain(['test', ...words])
    assert.notEqual(code, 0)
    assert.match(err, message)
  }
  assert.equal(existsSync('./data/test.token'), false)
})

test('aviary init writes a seed file that aviary test --seed-file serves', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-init-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'world.yaml')
  assert.equal((await runMain(['init', file])).code, 0)
  const again = await runMain(['init', file])
  assert.equal(again.code, 1)
  assert.match(again.err, /exists; give another name/)
  const run = startCli(t, ['test', '--seed-file', file])
  const [line = ''] = await run.printed(/^.*\n/)
  const { url, users, apps } = JSON.parse(line)
  assert.deepEqual(users[0], { id: '1001', screen_name: 'ada' })
  const ids = await ask(`${url}/1.1/followers/ids.json?user_id=1001`, bearer(apps[0].bearer_token))
  assert.equal(JSON.parse(ids.text).ids.length, 2)
  await writeFile(file, 'users:\n  - screen_nme: ada\n')
  const wrong = await runMain(['test', '--seed-file', file])
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /world\.yaml:2:5: users\[0\]\.screen_nme: unknown key/)
})

/**
 * Tests invalid and unknown settings on the command line and in variables: every error is printed, the exit
 * code is 2, and nothing is changed.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'node:test'
import { flagOf, SETTINGS, type SettingName, variableOf } from '../../src/config.ts'
import { cli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

/** An invalid value for each of these settings. */
const WRONG: Partial<Record<SettingName, string>> = {
  database: 'postgres://user:hidden-password@one,,two/name',
  database_failover_wait: '601',
  import_upload_mib: '0',
  import_uploads: 'x',
  port: '65536',
  ops_port: '-1',
  upload_port: 'x',
  stream_port: '1e3',
  console_port: '70000',
  proxy_port: '80:80',
  hosts: 'a b',
  tls: 'on',
  insecure_http: '10.0.0.0/33',
  trusted_proxy: 'everybody',
  limits: 'none',
  monthly_cap: 'none',
  full_archive: 'closed',
  cors_origin: 'https://a.example/\r\nx: y',
  api_date: '2020-02-31',
  second_generation: 'closed',
  test_controls: 'maybe',
  test_token: '',
  migrate: 'perhaps',
  verify_at_start: 'never',
  log_level: 'loud',
  pool: '0',
  key: 'zz',
  retention_days: '6',
  relay: 'http://user:hidden-password@host',
  smtp_url: 'smtp:hidden-password',
  mail_from: 'no address',
}
const NAMES = Object.keys(WRONG) as SettingName[]

describe('settings that are refused', () => {
  slowTest('as variables: one sentence for each invalid or unknown setting, and exit code 2', async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const wrong = Object.fromEntries(NAMES.map((name) => [variableOf(name), WRONG[name] ?? '']))
    const env = { ...wrong, AVIARY_DATA: data, AVIARY_PROT: '1', AVIARY_: '2' }
    const { code, out, err } = await cli(t, ['serve'], { env })
    assert.equal(code, 2)
    assert.equal(out, '')
    const sentences = err.trimEnd().split('\n')
    for (const name of NAMES) {
      const value = SETTINGS[name].kind.isSecret === true ? 'the value' : JSON.stringify(WRONG[name])
      const start = `aviary: ${variableOf(name)}: ${value} is not accepted; use `
      assert.equal(sentences.filter((line) => line.startsWith(start)).length, 1, start)
    }
    for (const name of ['AVIARY_PROT', 'AVIARY_']) {
      assert.ok(
        sentences.some((line) => line.startsWith(`aviary: ${name} is not a setting of Aviary; remove it`)),
      )
    }
    assert.equal(sentences.length, NAMES.length + 2)
    assert.doesNotMatch(err, /hidden-password/)
    assert.ok(!existsSync(data), 'nothing was begun')
  })

  slowTest('as flags: one sentence for each, and exit code 2', async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const valued = NAMES.filter((name) => SETTINGS[name].kind.placeholder !== undefined)
    const flags = valued.map((name) => `${flagOf(name)}=${WRONG[name]}`)
    const { code, out, err } = await runMain(['serve', '--data', data, ...flags])
    assert.equal(code, 2)
    assert.equal(out, '')
    const sentences = err.trimEnd().split('\n')
    for (const name of valued) {
      assert.equal(sentences.filter((line) => line.startsWith(`aviary: ${flagOf(name)}: `)).length, 1, name)
    }
    assert.equal(sentences.length, valued.length)
    assert.doesNotMatch(err, /hidden-password/)
    assert.ok(!existsSync(data), 'nothing was begun')
  })

  slowTest('errors of flags and of variables are printed together', async (t) => {
    const env = { AVIARY_POOL: 'many', AVIARY_COLOUR: 'blue' }
    const { code, err } = await cli(t, ['serve', '--limits', 'none'], { env })
    assert.equal(code, 2)
    for (const name of ['AVIARY_POOL', 'AVIARY_COLOUR', '--limits'])
      assert.match(err, new RegExp(`^aviary: ${name}`, 'm'))
  })

  slowTest('commands that do not use the setting also refuse an invalid variable', async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const env = { AVIARY_PORT: 'x' }
    const { code, err } = await cli(t, ['user', 'create', 'ada', '--data', data], { env })
    assert.equal(code, 2)
    assert.match(err, /^aviary: AVIARY_PORT: "x" is not accepted/)
    assert.ok(!existsSync(data))
  })

  slowTest('a flag overrides a variable, and an empty text is an invalid path', async (t) => {
    const directory = await temporaryDirectory(t)
    const env = { AVIARY_DATA: join(directory, 'variable') }
    const { code } = await cli(t, ['migrate', '--data', join(directory, 'flag')], { env })
    assert.equal(code, 0)
    assert.ok(existsSync(join(directory, 'flag')))
    assert.ok(!existsSync(join(directory, 'variable')))
    const empty = await cli(t, ['migrate'], { env: { AVIARY_DATA: '' } })
    assert.equal(empty.code, 2)
    assert.match(empty.err, /^aviary: AVIARY_DATA: "" is not accepted; use a value that is not empty\.\n$/)
  })
})

describe('unknown commands', () => {
  for (const [words, sentence] of [
    [['fly'], /unknown command 'fly'/],
    [['user', 'fly'], /unknown command 'fly'/],
    [['serve', '--colour', 'blue'], /unknown option '--colour'/],
    [['user', 'create', 'ada', '--nam', 'Ada'], /unknown option '--nam'[\s\S]*--name/],
    [['user', 'create'], /missing required argument 'screen-name'/],
    [['user', 'create', 'ada', 'bob'], /too many arguments/],
    [['app', 'create', 'An app'], /required option '--owner <SCREEN_NAME>' not specified/],
    [['import', 'follows'], /missing required argument 'files'/],
    [['serve', '--port'], /option '--port <PORT>' argument missing/],
  ] as const) {
    slowTest(`exit code 2 and a sentence: aviary ${words.join(' ')}`, async () => {
      const { code, out, err } = await runMain(words)
      assert.equal(code, 2)
      assert.equal(out, '')
      assert.match(err, sentence)
      assert.match(err, /^aviary: /)
    })
  }

  slowTest(
    'the process ends with exit code 2 for an unknown command, an unknown option and an invalid id',
    async (t) => {
      const env = { AVIARY_DATA: join(await temporaryDirectory(t), 'data') }
      assert.equal((await cli(t, ['migrate'], { env })).code, 0)
      for (const [words, sentence] of [
        [['fly'], /unknown command 'fly'/],
        [['serve', '--colour', 'blue'], /unknown option '--colour'/],
        [['app', 'suspend', '9223372036854775808'], /<app-id> takes a numeric id, not "9223372036854775808"/],
      ] as const) {
        const { code, out, err } = await cli(t, words, { env })
        assert.deepEqual({ code, out }, { code: 2, out: '' })
        assert.match(err, sentence)
      }
    },
  )
})

/** Tests `aviary config`, and the settings file of other commands. */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { describe, type TestContext } from 'node:test'
import { SETTINGS } from '../../src/config.ts'
import { cli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

async function configFile(t: TestContext, text: string): Promise<{ folder: string; file: string }> {
  const folder = await temporaryDirectory(t)
  const file = join(folder, 'aviary.yaml')
  writeFileSync(file, text)
  return { folder, file }
}

interface Shown {
  readonly file: string | null
  readonly settings: readonly {
    readonly name: string
    readonly value: unknown
    readonly source: string
    readonly from: string
  }[]
}

describe('aviary config', () => {
  test('prints the value and the source of every setting', async (t) => {
    const { folder, file } = await configFile(t, 'data: here\nhosts: [a.example, b.example]\n')
    const { code, out, err } = await runMain(['config', '--config', file, '--limits', 'off'])
    assert.equal(code, 0, err)
    assert.equal(err, `The file of settings is ${file}.\n`)
    const lines = out.trimEnd().split('\n')
    assert.equal(lines.length, Object.keys(SETTINGS).length)
    const line = (name: string) => lines.find((each) => each.startsWith(`${name} `))?.split(/ {2,}/)
    assert.deepEqual(line('data'), ['data', join(folder, 'here'), `${file}:1:1`])
    assert.deepEqual(line('hosts'), ['hosts', 'a.example,b.example', `${file}:2:1`])
    assert.deepEqual(line('limits'), ['limits', 'off', '--limits'])
    assert.deepEqual(line('database'), ['database', '-', 'default'])
  })

  test('masks secrets, even in JSON', async (t) => {
    const secrets = {
      key: 'ab'.repeat(32),
      database: 'postgres://u:hidden-password@h/n',
      media_bucket_secret: 'hidden-secret',
      test_token: 'hidden-token',
    }
    const { file } = await configFile(
      t,
      Object.entries(secrets)
        .map((pair) => pair.join(': '))
        .join('\n'),
    )
    for (const more of [[], ['--json']]) {
      const { code, out, err } = await runMain(['config', '--config', file, ...more])
      assert.equal(code, 0, err)
      for (const secret of [...Object.values(secrets), 'hidden-password']) assert.ok(!out.includes(secret))
    }
    const { out } = await runMain(['config', '--config', file, '--json'])
    const { file: named, settings } = JSON.parse(out) as Shown
    assert.equal(named, file)
    for (const name of Object.keys(secrets)) {
      const shown = settings.find((setting) => setting.name === name)
      assert.deepEqual([shown?.value, shown?.source], ['********', 'file'])
    }
    assert.equal(settings.find(({ name }) => name === 'upload_port')?.value, null)
  })

  test('prints errors of the settings file and of flags together, with exit code 2', async (t) => {
    const { file } = await configFile(t, 'prot: 1\nlimits: none\n')
    const { code, out, err } = await runMain(['config', '--config', file, '--pool', 'many'])
    assert.deepEqual([code, out], [2, ''])
    const lines = err.trimEnd().split('\n')
    assert.equal(lines.length, 3)
    assert.match(lines[0] ?? '', /^aviary: \/.*aviary\.yaml:1:1: "prot" is not a setting/)
    assert.match(lines[1] ?? '', /^aviary: \/.*aviary\.yaml:2:1: limits: "none" is not accepted/)
    assert.match(lines[2] ?? '', /^aviary: --pool: "many" is not accepted/)
  })
})

describe('the settings file', () => {
  slowTest(
    'is the file that the flag or AVIARY_CONFIG names, or aviary.yaml of the working directory',
    async (t) => {
      const here = await configFile(t, 'data: here')
      const variable = await configFile(t, 'data: variable')
      const flag = await configFile(t, 'data: flag')
      // `env -C` changes the working directory.
      const under = ['env', '-C', here.folder]
      const env = { AVIARY_CONFIG: variable.file }
      for (const [words, options, place] of [
        [['migrate'], { under }, join(here.folder, 'here')],
        [['migrate'], { under, env }, join(variable.folder, 'variable')],
        [['migrate', '--config', flag.file], { under, env }, join(flag.folder, 'flag')],
      ] as const) {
        assert.ok(!existsSync(place))
        const { code, err } = await cli(t, words, options)
        assert.equal(code, 0, err)
        assert.ok(existsSync(place))
      }
    },
  )

  slowTest('is not read by aviary test, which has its own data', async (t) => {
    const { folder } = await configFile(t, 'unknown: 1')
    const env = { AVIARY_CONFIG: join(folder, 'aviary.yaml') }
    const { code, err } = await cli(t, ['test', '--at', 'noon'], { env, under: ['env', '-C', folder] })
    assert.equal(code, 2)
    assert.match(err, /^aviary: --at takes a time/)
    const { err: other } = await runMain(['test', '--config', 'aviary.yaml'])
    assert.match(other, /unknown option '--config'/)
  })
})

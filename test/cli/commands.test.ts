/** Tests the help and `--json` of every command, and secrets that are shown once and not stored. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { flagOf, SETTINGS, type SettingName } from '../../src/config.ts'
import { cli, type Ended } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

/** Names of the commands that a help text lists. */
function commandsIn(help: string): string[] {
  const [, list = ''] = help.split('\nCommands:\n')
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
}

/** The help texts of a command and of all its subcommands, by the words of the command. */
async function helpTexts(words: readonly string[] = []): Promise<Map<string, Ended>> {
  const help = await runMain([...words, '--help'])
  const texts = new Map([[words.join(' '), help]])
  for (const name of commandsIn(help.out)) {
    for (const [key, text] of await helpTexts([...words, name])) texts.set(key, text)
  }
  return texts
}

const GROUPS = [
  '',
  'user',
  'post',
  'app',
  'token',
  'project',
  'console',
  'console operator',
  'audit',
  'stream-account',
  'export',
  'webhook',
  'compliance',
  'failed',
  'invitation',
  'sign-up',
  'report',
]

const SERVERS = ['serve', 'demo', 'test']

/** Commands that print a text for another program. */
const PRINTERS = ['completion', 'man']

slowTest(
  'every command has --help, and every command without subcommands accepts --json, except servers and printers',
  async (t) => {
    const texts = await helpTexts()
    for (const name of [
      'serve',
      'user create',
      'token create',
      'import follows',
      'export follows',
      'verify',
    ]) {
      assert.ok(texts.has(name), `${name} was found`)
    }
    for (const [name, { code, out, err }] of texts) {
      assert.equal(code, 0, name)
      assert.equal(err, '', name)
      assert.match(out, new RegExp(`^Usage: aviary ${name}`), name)
      const isLeaf = ![...GROUPS, ...SERVERS, ...PRINTERS].includes(name)
      assert.equal(/^ {2}--json /m.test(out), isLeaf, name)
    }
    const serve = (await cli(t, ['serve', '--help'])).out
    assert.equal(serve, texts.get('serve')?.out)
    const unfolded = serve.replace(/\s+/g, ' ')
    for (const name of Object.keys(SETTINGS) as SettingName[]) {
      const { kind, fallback, sentence } = SETTINGS[name]
      const flag = kind.placeholder === undefined && fallback === true ? `--no-${name}` : flagOf(name)
      assert.match(serve, new RegExp(`^ {2}${flag}\\b`, 'm'))
      assert.ok(unfolded.toLowerCase().includes(sentence.toLowerCase()), name)
    }
  },
)

test('the error for wrong arguments names --help, for commands at every level', async () => {
  for (const words of [
    ['frob'],
    ['user', 'frob'],
    ['user', 'create'],
    ['import', 'follows', '--frob', 'x'],
  ]) {
    const { code, err } = await runMain(words)
    assert.equal(code, 2, words.join(' '))
    assert.match(err, /\(run with --help to see the arguments\)/, words.join(' '))
  }
})

/** Parses the one object that a command printed. */
function onlyObject({ code, out, err }: Ended): Record<string, unknown> {
  assert.equal(code, 0, err)
  assert.match(out, /^\{[^\n]*\}\n$/, 'one line, one object')
  const value = JSON.parse(out) as Record<string, unknown>
  for (const [name, field] of Object.entries(value)) {
    if (name === 'id' || name.endsWith('_id')) assert.match(String(field), /^[1-9]\d*$/)
    if (name === 'id' || name.endsWith('_id')) assert.equal(typeof field, 'string', name)
  }
  return value
}

describe('--json', () => {
  slowTest('prints exactly one object, ids as strings; errors leave standard output empty', async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const run = async (...words: string[]) => onlyObject(await cli(t, [...words, '--data', data, '--json']))
    const { applied } = await run('migrate')
    assert.ok(Array.isArray(applied) && applied.length > 0)
    const user = await run('user', 'create', 'ada')
    assert.deepEqual(await run('user', 'show', 'ada'), user)
    const app = await run('app', 'create', 'An app', '--owner', 'ada')
    assert.equal(app['may_read_email'], false)
    const reader = await run('app', 'create', 'Another', '--owner', 'ada', '--email-right')
    assert.equal(reader['may_read_email'], true)
    const project = await run('project', 'create', 'A project', '--owner', 'ada')
    const joined = await run(
      'project',
      'add-app',
      String(project['project_id']),
      '--app',
      String(app['app_id']),
    )
    assert.deepEqual(joined, { project_id: project['project_id'], app_id: app['app_id'] })
    const suspended = await run('app', 'suspend', String(app['app_id']))
    assert.deepEqual(suspended, { app_id: app['app_id'], suspended: true })
    assert.equal(reader['project_id'], app['project_id'])
    const alone = await run('app', 'create', 'Alone', '--owner', 'ada', '--standalone')
    assert.equal('project_id' in alone, false)
    for (const where of ['out', 'in']) {
      const enrolled = await run('app', 'labs', String(alone['app_id']), where)
      assert.deepEqual(enrolled, { app_id: alone['app_id'], in_labs: where === 'in' })
    }
    await run('console', 'create', 'acme', '--email', 'a@example.org', '--password', 'battery staple')
    await run('verify')
    const unknown = await cli(t, ['user', 'show', 'nobody', '--data', data, '--json'])
    assert.equal(unknown.code, 1)
    assert.equal(unknown.out, '')
    assert.match(unknown.err, /^aviary: [^\n]+\n$/)
  })
})

/** The bytes of all files below a directory, as a text with one character for each byte. */
async function contentOf(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n')
}

/** The encodings in which a file may contain a secret: text, hex, base64. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const plain = decodeURIComponent(secret)
  return [secret, plain, bytes.toString('hex'), bytes.toString('base64').replace(/.{0,2}=*$/, '')]
}

slowTest(
  'secrets of apps, tokens and people are shown once, and no file of the data directory contains them',
  async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const place = ['--data', data]
    const password = 'correct-horse-battery'
    const account = ['--email', 'ada@example.org', '--password', password]
    onlyObject(await runMain(['user', 'create', 'ada', ...account, ...place, '--json']))
    const app = onlyObject(await runMain(['app', 'create', 'An app', '--owner', 'ada', ...place, '--json']))
    const appId = String(app['app_id'])
    const token = onlyObject(
      await runMain(['token', 'create', '--app', appId, '--user', 'ada', ...place, '--json']),
    )
    const renewed = onlyObject(await runMain(['app', 'regenerate-keys', appId, ...place, '--json']))
    const secrets = [
      app['consumer_secret'],
      app['bearer_token'],
      token['access_token_secret'],
      renewed['consumer_secret'],
      password,
    ]
    const content = await contentOf(data)
    assert.ok(content.includes(String(renewed['consumer_key'])), 'what is no secret is found')
    assert.ok(content.includes(String(token['access_token'])), 'what is no secret is found')
    for (const secret of secrets) {
      assert.ok(typeof secret === 'string' && secret.length >= 20)
      for (const spelling of spellings(secret)) assert.ok(!content.includes(spelling), spelling)
    }
    const shown = await runMain(['user', 'show', 'ada', ...place, '--json'])
    for (const secret of secrets) assert.ok(!`${shown.out}${shown.err}`.includes(String(secret)))
  },
)

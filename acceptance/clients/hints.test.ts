/**
 * Runs the lines that `aviary proxy-hint` prints for each client, unchanged and with the unmodified client.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary, createApp, createToken, serve } from '../support/aviary.ts'
import { CLIENT_ENGINES, type Installation, newInstallation } from '../support/installation.ts'
import { signed } from '../support/signature.ts'
import { folderOf, INSTALLS, type InstallName, needing, sourceOf } from './support/installs.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Milliseconds after which a client counts as hung. */
const PATIENCE_MS = 60_000

/** Milliseconds between two posts for clients of streams. */
const POST_EVERY_MS = 500

/** An entry of `clients` in the JSON of the command. */
interface Hint {
  readonly client: string
  readonly by: string
  readonly shell: readonly string[]
  readonly file: string | null
  readonly code: string
}

interface Runner {
  /** The client to install, if it is not a package of the checkout. */
  readonly install?: InstallName
  /** Command that runs the file of the code. */
  readonly command: string
  /** A part of the expected output. The default is the id of the user. */
  readonly shows?: string
  /** Prepares the folder with the code. */
  readonly prepare?: (folder: string) => Promise<unknown>
}

const withPackages = (folder: string) => symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))

const withModules = (sources: string) => (folder: string) =>
  Promise.all(['go.mod', 'go.sum'].map((name) => cp(sourceOf(join(sources, name)), join(folder, name))))

const withLibraries = (name: InstallName) => (folder: string) =>
  symlink(join(folderOf(name), 'lib'), join(folder, 'lib'))

const NODE: Runner = { command: 'node --no-deprecation try.mjs', prepare: withPackages }

/** Ways to run the code of each client. */
const RUNNERS: Readonly<Record<string, Runner>> = {
  twarc: { install: 'twarc', command: '' },
  tweepy: { install: 'tweepy', command: 'python try.py' },
  'twitter-api-v2': NODE,
  'twitter-api-sdk': NODE,
  twitter: NODE,
  twit: NODE,
  'twitter-webhooks': { ...NODE, shows: '"environments":' },
  oauth4webapi: NODE,
  'go-twitter': { install: 'go-twitter', command: 'go run main.go', prepare: withModules('go') },
  'go-twitter-v2': { install: 'go-twitter-v2', command: 'go run main.go', prepare: withModules('go-v2') },
  twitter4j: {
    install: 'twitter4j',
    command: "java -cp 'lib/*' Try.java",
    prepare: withLibraries('twitter4j'),
  },
  hbc: {
    install: 'hbc',
    command: "java -cp 'lib/*' Try.java",
    shows: '"text":"hello ',
    prepare: withLibraries('hbc'),
  },
  rtweet: { install: 'rtweet', command: 'Rscript try.R' },
}

/** Entries of {@link INSTALLS} without lines: an older tweepy, the tests of twit, and test runners. */
const NO_CLIENTS = new Set(['tweepy-4.13', 'pytest', 'twit-suite', 'test-runners'])

test('aviary proxy-hint has lines for every client that the suite sets up', () => {
  const installed = Object.keys(INSTALLS).filter((name) => !NO_CLIENTS.has(name))
  assert.deepEqual(
    installed.filter((name) => !(name in RUNNERS)),
    [],
  )
})

/** Creates the user that the code looks up, and the values of the variables in the code. */
async function credentials(place: Installation) {
  const { id } = await aviary(place, 'user', 'create', 'alice')
  const app = await createApp(place, 'owner', '--permissions', 'read-write-dm')
  const token = await createToken(place, app, 'alice')
  const variables: Record<string, string> = {
    BEARER_TOKEN: app.bearer_token,
    CONSUMER_KEY: app.consumer_key,
    CONSUMER_SECRET: app.consumer_secret,
    ACCESS_TOKEN: token.access_token,
    ACCESS_TOKEN_SECRET: token.access_token_secret,
    SCREEN_NAME: 'alice',
  }
  const post = async (url: string) => {
    const target = `${url}/1.1/statuses/update.json?status=hello%20${Date.now()}`
    await fetch(target, { method: 'POST', headers: { authorization: signed(app, token, 'POST', target) } })
  }
  return { id: String(id), variables, post }
}

/** Caches of Go, which are in the home directory of the caller. */
function goCaches(): Record<string, string> {
  const names = ['GOCACHE', 'GOMODCACHE']
  const values = execFileSync('go', ['env', ...names], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

/** Runs the lines in an empty folder, with an empty home directory. @returns standard output */
async function runHint(t: TestContext, { shell, file, code }: Hint, runner: Runner, variables: object) {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-hint-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'home'))
  await runner.prepare?.(folder)
  if (file !== null) await writeFile(join(folder, file), code)
  const script = [...shell, file === null ? code : runner.command].join('\n')
  const programs = [dirname(process.execPath), process.env['PATH']]
  const bin = runner.install === undefined ? [] : [join(folderOf(runner.install), 'bin')]
  const env = {
    HOME: join(folder, 'home'),
    PATH: [...bin, ...programs].join(delimiter),
    ...(runner.command.startsWith('go ') ? goCaches() : {}),
    ...variables,
  }
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], {
    cwd: folder,
    env,
    timeout: PATIENCE_MS,
  })
  return stdout
}

for (const engine of CLIENT_ENGINES) {
  test(`the lines of aviary proxy-hint work with each client on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const { id, variables, post } = await credentials(place)
    const { url } = await serve(t, place, '--proxy-port', '0')
    const hints = (await aviary(place, 'proxy-hint'))['clients'] as readonly Hint[]
    assert.deepEqual([...new Set(hints.map(({ client }) => client))], Object.keys(RUNNERS))
    for (const hint of hints) {
      const runner = RUNNERS[hint.client] ?? NODE
      const options = runner.install === undefined ? {} : needing(runner.install)
      await t.test(`${hint.client} by ${hint.by}`, options, async (subtest) => {
        const isStream = hint.client === 'hbc'
        const timer = isStream ? setInterval(() => void post(url), POST_EVERY_MS) : undefined
        const output = await runHint(subtest, hint, runner, variables).finally(() => clearInterval(timer))
        assert.ok(output.includes(runner.shows ?? id), output)
      })
    }
  })
}

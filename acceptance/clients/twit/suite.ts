/**
 * Runs the unmodified tests of twit 2.2.11, which were written against the public service of 2018. This file
 * adds the two files with keys, and the data that the tests expect.
 */
import { spawn } from 'node:child_process'
import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import type { Engine } from '../../support/installation.ts'
import { folderOf } from '../support/installs.ts'
import { idAt, importEdges, importLines, type Member, type Person, postObject } from '../support/network.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { LEFT_OUT, SUITE_DAY, type SuiteResults } from './page.ts'

/** Milliseconds that a test may take. */
const TEST_TIMEOUT_MS = 40_000

const TOLGA: Person = { id: '14700000', name: 'tolga_tezel' }
const TWITTER: Person = { id: '783214', name: 'twitter' }
/** The post that the suite likes. */
const LIKED_POST = '583531943624597504'

export async function runSuite(t: TestContext, engine: Engine): Promise<SuiteResults> {
  const stage = await setStage(t, engine, '--api-date', SUITE_DAY)
  await fill(stage)
  const folder = await prepare(stage)
  const writing = new AbortController()
  const written = writeUntil(stage, writing.signal)
  try {
    return await runMocha(folder, stage)
  } finally {
    writing.abort()
    await written
  }
}

/** Creates the users and posts that the tests read. */
async function fill({ place, network, as }: Stage): Promise<void> {
  const now = Date.now()
  const texts = [
    ...Array.from({ length: 120 }, (_, index) => `a happy post ${index}`),
    ...['banana, mango, peach', 'an apple', 'a banana', 'more fun', 'a tweet of mine'],
  ]
  const posts = texts.map((text, index) => {
    const at = now - 3_600_000 - index * 1_000
    return postObject({ id: idAt(at), text, author: TOLGA, at })
  })
  const old = [
    postObject({ id: LIKED_POST, text: 'an old post', author: TOLGA, at: Date.UTC(2015, 3, 2) }),
    postObject({ id: idAt(now - 7_200_000), text: 'a release', author: TWITTER, at: now - 7_200_000 }),
  ]
  await importLines(place, 'posts', [...old, ...posts])
  await importEdges(place, [[TOLGA.id, network.ada.id]])
  for (let found = 0; found < 100; ) {
    const page = await as(network.ada, 'GET', '/1.1/search/tweets.json?q=happy&count=100')
    found = (page as { readonly statuses: readonly unknown[] }).statuses.length
  }
}

/** Copies the package, and adds the keys of two users. @returns the folder of the copy */
async function prepare({ place, network }: Stage): Promise<string> {
  const modules = join(folderOf('twit-suite'), 'node_modules')
  const folder = join(place.data, 'twit')
  await cp(join(modules, 'twit'), folder, { recursive: true })
  await symlink(modules, join(folder, 'node_modules'))
  const keysOf = ({ token }: Member) => ({
    consumer_key: network.app.consumer_key,
    consumer_secret: network.app.consumer_secret,
    access_token: token.access_token,
    access_token_secret: token.access_token_secret,
  })
  for (const [name, member] of [
    ['config1', network.ada],
    ['config2', network.bob],
  ] as const) {
    await writeFile(join(folder, `${name}.js`), `module.exports = ${JSON.stringify(keysOf(member))}\n`)
  }
  return folder
}

/** Writes posts for the streams of the tests until the signal aborts. */
async function writeUntil({ network, as }: Stage, signal: AbortSignal): Promise<void> {
  for (let count = 1; !signal.aborted; count += 1) {
    const status = encodeURIComponent(`happy fun on twitter ${count} :)`)
    await as(
      network.cy,
      'POST',
      `/1.1/statuses/update.json?status=${status}&lat=37.5&long=-122.5&display_coordinates=true`,
    )
  }
}

/** Runs the tests of the package with the options of its script, but does not stop at the first failure. */
async function runMocha(folder: string, { environment }: Stage): Promise<SuiteResults> {
  const mocha = join(folder, 'node_modules', 'mocha', 'bin', '_mocha')
  const globals = 'domain,_events,_maxListeners'
  const words = [
    'tests',
    '-t',
    String(TEST_TIMEOUT_MS),
    '-R',
    'json-stream',
    '--globals',
    globals,
    '-i',
    '-g',
    LEFT_OUT,
  ]
  const child = spawn(process.execPath, ['--no-deprecation', mocha, ...words], {
    cwd: folder,
    env: { ...environment, PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const passed: string[] = []
  const failed: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const [kind, test] = resultIn(line)
    if (kind === 'pass') passed.push(test.fullTitle)
    if (kind === 'fail') failed.push(test.fullTitle)
    if (kind === 'end') child.kill()
  }
  return { passed: passed.sort(), failed: failed.sort() }
}

type Result = readonly [kind: string, test: { readonly fullTitle: string }]

/** Parses a line of the reporter. Other lines are output of the tests. */
function resultIn(line: string): Result {
  const start = line.search(/\["(pass|fail|end)",\{/)
  return start < 0 ? ['none', { fullTitle: '' }] : (JSON.parse(line.slice(start)) as Result)
}

/** Tests `aviary grade` with clients in separate processes. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { cli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { checkJsonKeys } from '../support/http/json-keys.ts'
import { portion, slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'
import { startInTestMode, TEST_TOKEN } from '../support/test-mode.ts'

/**
 * A client that always connects again immediately, and treats two seconds without data as a stall.
 * @param place a URL and headers
 */
const hastyReader = (place: string) => `
const { GRADE_URL, GRADE_BEARER_TOKEN, GRADE_COMPLIANCE_URL } = process.env
const { GRADE_COMPLIANCE_USER, GRADE_COMPLIANCE_PASSWORD } = process.env
const { url, headers } = ${place}
for (;;) {
  const abort = new AbortController()
  let timer
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => abort.abort(), 2000)
  }
  try {
    const response = await fetch(url, { headers, signal: abort.signal })
    restart()
    for await (const _ of response.body) restart()
  } catch {}
  clearTimeout(timer)
}`

const BEARER = `{ authorization: 'Bearer ' + GRADE_BEARER_TOKEN }`
const FILTERED = `{ url: GRADE_URL + '/2/tweets/search/stream', headers: ${BEARER} }`
const SAMPLED = `{ url: GRADE_URL + '/2/tweets/sample/stream', headers: ${BEARER} }`
const COMPLIANCE = `{
  url: GRADE_COMPLIANCE_URL,
  headers: {
    authorization: 'Basic ' + btoa(GRADE_COMPLIANCE_USER + ':' + GRADE_COMPLIANCE_PASSWORD),
    'accept-encoding': 'gzip',
  },
}`

/**
 * A consumer that follows every rule of the compliance stream, and resumes after its last handled position.
 * The consumer also reads a second partition, because real clients read all eight partitions.
 */
const patientConsumer = (received: string) => `
import { appendFileSync } from 'node:fs'
const { GRADE_COMPLIANCE_URL, GRADE_COMPLIANCE_USER, GRADE_COMPLIANCE_PASSWORD } = process.env
const { url, headers } = ${COMPLIANCE}
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const handled = new Set()

function handle(line) {
  const { delete: deleted, position } = line === '' ? {} : JSON.parse(line)
  const id = deleted?.status.id_str
  if (id !== undefined && !handled.has(id)) {
    handled.add(id)
    appendFileSync(${JSON.stringify(received)}, id + '\\n')
  }
  return position
}

async function consume(url) {
  let position
  let failures = 0
  let kind
  for (;;) {
    const abort = new AbortController()
    let timer
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => abort.abort(), 35_000)
    }
    const failed = (now) => {
      failures = kind === now ? failures + 1 : 0
      kind = now
    }
    restart()
    let pause = 0
    let isOpen = false
    try {
      const resume = position === undefined ? '' : '&resume_after=' + position
      const response = await fetch(url + '&positions=true' + resume, { headers, signal: abort.signal })
      isOpen = response.status === 200
      if (isOpen) {
        kind = undefined
        position ??= response.headers.get('aviary-position')
        let rest = ''
        const decoder = new TextDecoder()
        for await (const piece of response.body) {
          restart()
          const lines = (rest + decoder.decode(piece, { stream: true })).split('\\r\\n')
          rest = lines.pop()
          for (const line of lines) position = handle(line) ?? position
        }
      } else {
        failed(response.status)
        pause = (response.status === 429 ? 60_000 : 5_000) * 2 ** failures
      }
    } catch {
      if (!isOpen) {
        failed('network')
        pause = 250 * (failures + 1)
      }
    }
    clearTimeout(timer)
    await wait(pause)
  }
}

const own = Number(/partition=(\\d)/.exec(url)[1])
void consume(url.replace(/partition=\\d/, 'partition=' + (own === 8 ? 1 : own + 1)))
await consume(url)`

/** A client that reads every page, and repeats failed requests after the required wait. */
const PATIENT_PAGER = `
const { GRADE_URL, GRADE_BEARER_TOKEN, GRADE_USER_ID, GRADE_PAGE_SIZE } = process.env
const headers = { authorization: 'Bearer ' + GRADE_BEARER_TOKEN }
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const url = GRADE_URL + '/2/users/' + GRADE_USER_ID + '/followers?max_results=' + GRADE_PAGE_SIZE
let token
do {
  try {
    const response = await fetch(url + (token === undefined ? '' : '&pagination_token=' + token), { headers })
    if (response.status === 429) await wait(response.headers.get('x-rate-limit-reset') * 1000 - Date.now())
    else if (response.status === 200) token = (await response.json()).meta.next_token ?? ''
    else await wait(600)
  } catch {
    await wait(600)
  }
} while (token !== '')`

/** A client that ends at the first error. */
const RASH_PAGER = `
const { GRADE_URL, GRADE_BEARER_TOKEN, GRADE_USER } = process.env
const headers = { authorization: 'Bearer ' + GRADE_BEARER_TOKEN }
let cursor = '-1'
while (cursor !== '0') {
  const query = 'count=100&screen_name=' + GRADE_USER + '&cursor=' + cursor
  const response = await fetch(GRADE_URL + '/1.1/followers/ids.json?' + query, { headers })
  cursor = (await response.json()).next_cursor_str ?? '0'
}`

async function graded(t: TestContext, program: string, ...flags: readonly string[]) {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'client.mjs')
  await writeFile(file, program)
  const report = join(directory, 'report.md')
  const words = ['grade', '--quick', '--json', '--report', report, ...flags, '--', process.execPath, file]
  const { code, out, err } = await cli(t, words)
  checkJsonKeys(JSON.parse(out), 'grade')
  const { trials } = JSON.parse(out) as { trials: readonly { name: string; grade: string }[] }
  const named = (grade: string) => trials.filter((row) => row.grade === grade).map(({ name }) => name)
  return { code, err, passed: named('pass'), failed: named('fail'), report: await readFile(report, 'utf8') }
}

const OF_POSTS = ['keep-alive', 'network', 'http-error', 'rate-limit', 'stall', 'forced-disconnect']

for (const [stream, place, failing] of portion(
  [
    ['the filtered stream', FILTERED, OF_POSTS],
    ['the sampled stream', SAMPLED, OF_POSTS],
    ['the compliance stream', COMPLIANCE, OF_POSTS.slice(0, -1)],
  ] as const,
  'hasty',
)) {
  test(`a hasty reader of ${stream} fails each trial about waits, and passes those about reconnecting`, async (t) => {
    const { code, err, passed, failed, report } = await graded(t, hastyReader(place))
    assert.equal(code, 1, err)
    assert.deepEqual(failed, failing)
    assert.deepEqual(passed, ['drop', 'disconnect'])
    assert.match(report, /\| http-error \| FAIL \|.*After an HTTP error wait 5 s/)
  })
}

test('a consumer of the compliance stream that resumes passes, and misses no deletion', async (t) => {
  const received = join(await temporaryDirectory(t), 'received')
  const { code, err, passed, failed } = await graded(t, patientConsumer(received), '--received', received)
  assert.deepEqual(failed, [], err)
  assert.deepEqual(passed, [
    ...['keep-alive', 'drop', 'network', 'http-error', 'disconnect', 'rate-limit', 'stall'],
    ...['duplicates', 'missed'],
  ])
  assert.equal(code, 0)
})

test('a client that repeats failed requests for pages after the required wait passes', async (t) => {
  const { code, err, passed, failed } = await graded(t, PATIENT_PAGER)
  assert.equal(code, 0, err)
  assert.deepEqual(failed, [])
  assert.deepEqual(passed, ['paging', 'page-rate-limit', 'page-unavailable', 'page-cut-body'])
})

test('a client that reads pages and ends at the first error fails the trial of this error', async (t) => {
  const { code, failed } = await graded(t, RASH_PAGER)
  assert.equal(code, 1)
  assert.deepEqual(failed, ['page-rate-limit'])
})

test('a client that ends before the first trial does not pass', async (t) => {
  const { code, err, passed, failed } = await graded(t, 'process.exitCode = 1')
  assert.equal(code, 3)
  assert.match(err, /the client ended with exit code 1\n.*aviary: no trial was seen: .*--help/s)
  assert.deepEqual([...passed, ...failed], [])
})

test('a server with test controls stores the report that is sent to it', async (t) => {
  const { server, control } = await startInTestMode(t)
  const place = ['--send-to', server.opsUrl, '--test-token', TEST_TOKEN]
  const { code, err } = await graded(t, 'process.exitCode = 1', ...place)
  assert.equal(code, 3, err)
  assert.match(err, /keeps the report as 1\n/)
  const secret = ['-e', 'process.exitCode = 1', '--api-key=XYZ']
  const named: readonly (readonly [string[], string[], string])[] = [
    [[], ['true', ...secret], 'true'],
    [[], ['true', 'bot.js', ...secret], 'true bot.js'],
    [['--client', 'My bot'], ['true', 'bot.js'], 'My bot'],
  ]
  for (const [at, [flags, words, name]] of named.entries()) {
    await runMain(['grade', '--quick', ...place, ...flags, '--', ...words])
    const { body: report } = await control('GET', `/test/grades/${at + 2}`)
    assert.equal(report['client'], name)
  }
  const { status, body } = await control('GET', '/test/grades/1')
  assert.equal(status, 200)
  assert.match(String(body['client']), /client\.mjs$/)
  assert.deepEqual([body['is_quick'], body['passed'], body['failed']], [true, 0, 0])
  const trials = body['trials'] as readonly { name: string; grade: string }[]
  assert.deepEqual([trials.length, body['not_seen']], [trials.length, trials.length])
  assert.ok(trials.some(({ name, grade }) => name === 'http-error' && grade === 'not-seen'))
})

test('the command refuses a server that cannot store the report, before the run', async (t) => {
  const { server } = await startInTestMode(t)
  const client = ['--', process.execPath, '-e', 'process.stdout.write("started")']
  for (const [words, message] of [
    [['--send-to', server.opsUrl], /--send-to needs the test token of that server/],
    [['--send-to', server.opsUrl, '--test-token', 'another-token'], /the server refuses/],
    [['--send-to', 'http://127.0.0.1:9', '--test-token', TEST_TOKEN], /no server answers.*--send-to/],
  ] as const) {
    const { code, err } = await runMain(['grade', ...words, ...client])
    assert.equal(code, 2, err)
    assert.match(err, message)
    assert.doesNotMatch(err, /the client ended/)
  }
})

test('wrong usage is refused with advice', async () => {
  for (const [words, message] of [
    ...['soon', '0', '-1', '0.09', '1440.5', '1e-300', 'Infinity'].map(
      (value) => [['--timeout', value], /--timeout takes a number from 0\.1 to 1440, not/] as const,
    ),
    [['--quick', '--', '/nowhere/client'], /cannot be started: .*check the words after --/],
  ] as const) {
    const { code, err } = await runMain(['grade', ...words])
    assert.equal(code, 2, err)
    assert.match(err, message)
  }
})

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { main } from '../../src/main.ts'
import { launch } from '../../src/testing/launch.ts'
import { ask, bearer } from '../support/api-client.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { checkJsonKeys } from '../support/http/json-keys.ts'
import { slowTest as test } from '../support/part.ts'

/** Runs a command and writes lines to its standard input. */
async function run(args: readonly string[], lines: readonly string[] = []) {
  const texts = { out: '', err: '' }
  const stream = (name: 'out' | 'err') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        texts[name] += chunk.toString()
        done()
      },
    })
  async function* input() {
    for (const line of lines) yield Buffer.from(`${line}\n`)
  }
  const code = await main(args, { out: stream('out'), err: stream('err'), in: input() })
  return { code, ...texts }
}

const FIRST = 1_278_300_000_000_000_000n

/** A recording of three posts, 20 s apart. @param first id of the first post */
function recording(first: bigint): string {
  const posts = [0, 20, 40].map((second) => ({
    created_at: `Wed Jul 01 12:00:${String(second).padStart(2, '0')} +0000 2020`,
    id_str: String(first + BigInt(second)),
    text: `recorded ${first} ${second}`,
    user: { id: 77_001, id_str: '77001', name: 'Recorded', screen_name: 'recorded_user' },
  }))
  return posts.map((post) => JSON.stringify(post)).join('\n')
}

test('aviary simulate and aviary replay show the progress of traffic and end with a summary', async (t) => {
  const launched = await launch({ settings: { log_level: 'error' }, speed: 60, log: process.stderr })
  t.after(() => launched.close())
  const server = ['--admin', launched.server.opsUrl, '--test-token', 'aviary-test-token']
  const simulate = (...more: string[]) =>
    run(['simulate', '--seed', '3', '--users', '10', ...server, ...more])

  const simulated = await simulate('--rate', '0.3', '--seconds', '60')
  assert.deepEqual([simulated.code, simulated.err], [0, ''])
  assert.match(simulated.out, /^Simulated \d+ s \(finished\): \d+ posts, .* posts in a second\.\n$/)
  const json = JSON.parse((await simulate('--rate', '0.3', '--seconds', '5', '--json')).out)
  assert.equal(json.state, 'finished')
  checkJsonKeys(json, 'simulate')

  const file = join(await temporaryDirectory(t), 'posts.jsonl')
  await writeFile(file, recording(FIRST))
  const replayed = await run(['replay', file, ...server])
  assert.equal(replayed.code, 0)
  assert.match(replayed.out, /\(finished\): 3 posts published, 0 present already, 0 deleted, 0 rejected/)
  checkJsonKeys(JSON.parse((await run(['replay', file, ...server, '--json'])).out), 'replay')
  const again = await run(
    ['replay', file, '--speed', '0.001', ...server],
    ['pause', 'step 3', 'jump', 'stop'],
  )
  assert.match(again.out, /\((stopped|finished)\): 0 posts published/)
  assert.match(again.err, /^aviary: "jump" is none of pause, resume, step/m)

  const other = FIRST + 1_000n
  await writeFile(file, recording(other))
  const sought = await run(
    ['replay', file, '--speed', '0.001', ...server],
    ['pause', 'seek 40', 'step 1', 'stop'],
  )
  // The first post may arrive before the pause.
  assert.match(sought.out, /\((stopped|finished)\): [12] posts published/)
  assert.ok('app' in launched.world)
  const ids = [20n, 40n].map((second) => String(other + second))
  const shown = await ask(
    `${launched.server.url}/2/tweets?ids=${ids.join()}`,
    bearer(launched.world.app.bearerToken),
  )
  assert.deepEqual(
    JSON.parse(shown.text).data.map(({ id }: { id: string }) => id),
    ids.slice(1),
    'seek 40 leaves out the post at 20 seconds',
  )

  for (const [args, expected] of [
    [['simulate', '--seed', 'x', '--rate', '1', ...server], /--seed takes a number, not "x"/],
    [
      ['simulate', '--seed', '1', '--rate', '0', ...server],
      /rate is the mean number of posts a second over a day/,
    ],
    [['replay', '/no/such/file', ...server], /does not exist; check the path/],
    [['replay', file, '--admin', 'http://127.0.0.1:1', '--test-token', 'x'], /no server answers/],
    [['replay', file, '--admin', launched.server.opsUrl, '--test-token', 'x'], /the server refuses/],
  ] as const) {
    const { code, err } = await run(args)
    assert.equal(code, 2)
    assert.match(err, expected)
    assert.match(err, /^aviary: /)
  }
})

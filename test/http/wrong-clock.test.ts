/**
 * Tests that a server whose clock jumps and is corrected accepts every write without a delay: before,
 * during and after the jump, and after restarts.
 */
import assert from 'node:assert/strict'
import { snowflakeTime } from '../../src/lib/ids/snowflake.ts'
import { createTestApp } from '../support/api-client.ts'
import { ENGINES } from '../support/engines.ts'
import { slowOnPostgres, slowTest } from '../support/part.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'
import { createUsers } from '../support/users.ts'

const JUMPS = [
  ['10 minutes', 600_000],
  ['a day', 86_400_000],
  ['a year', 31_536_000_000],
] as const

/** Maximum milliseconds by which ids may be ahead of the clock. */
const BOUND = 5_000

async function readyz({ server }: TestServer): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${server.opsUrl}/readyz`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function client(place: TestServer, clock: TestClock) {
  const [user] = await createUsers(place.context, 1)
  assert.ok(user)
  const app = await createTestApp(place.context)
  const credentials = await app.asUser(user.id)
  const seen = new Set<string>()
  let texts = 0
  /** Creates a post. The request is signed with the time of the server's clock. */
  const write = async (at: TestServer = place, shown = clock) => {
    texts += 1
    const url = `${at.url}/1.1/statuses/update.json`
    const form = { status: `text ${texts}` }
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: credentials('POST', url, form) },
      body: new URLSearchParams(form),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    const { id_str: id } = JSON.parse(text) as { readonly id_str: string }
    assert.ok(!seen.has(id), 'a unique id')
    seen.add(id)
    const ahead = snowflakeTime(BigInt(id)) - shown.now()
    assert.ok(ahead >= 0 && ahead <= BOUND, `${ahead} ms ahead of the clock`)
    return BigInt(id)
  }
  return { write, user, seen }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  for (const [name, ms] of JUMPS) {
    test(`a clock that jumps ${name} forward and is corrected blocks no write (${engine})`, async (t) => {
      const clock = new TestClock()
      const place = await startTestServer(t, { engine, clock, settings: { limits: 'off' } })
      const { write, seen } = await client(place, clock)
      await write()
      clock.step(ms)
      await write()
      assert.match(String((await readyz(place)).body['clock']), /was set forward by \d+ s/)
      clock.step(-ms)
      await write()
      const { status, body } = await readyz(place)
      assert.equal(status, 200)
      assert.match(
        String(body['clock']),
        new RegExp(`^the clock was set back by ${ms / 1000} s, 0 s ago; existing ids are up to`),
      )
      const metrics = await (await fetch(`${place.server.opsUrl}/metrics`)).text()
      for (const line of [
        'aviary_clock_steps_forward_total 1',
        'aviary_clock_steps_back_total 1',
        'aviary_clock_offset_seconds 0',
      ]) {
        assert.ok(metrics.includes(`${line}\n`), line)
      }
      // The clock jumps again. Time passes after each jump.
      for (const by of [ms, -ms, 2 * ms, -2 * ms]) {
        clock.step(by)
        await write()
        clock.advance(16_000)
        await write()
      }
      const { tail } = place.server
      await tail.catchUp()
      const events = await tail.readAfter(0n, 1_000)
      assert.deepEqual(
        events.map(({ position }) => position),
        events.map((_, index) => BigInt(index + 1)),
        'the log is without a gap',
      )
      assert.equal(events.filter(({ kind }) => kind === 'post.created').length, seen.size)
    })

    test(`a server that starts when stored ids are ${name} ahead accepts writes immediately, and repeats no id (${engine})`, async (t) => {
      const clock = new TestClock()
      const place = await startTestServer(t, { engine, clock, settings: { limits: 'off' } })
      const { write } = await client(place, clock)
      clock.step(ms)
      const ahead = await write()
      await place.close()
      clock.step(-ms)
      const { config } = place
      const again = await startTestServer(t, { config, clock })
      const before = await write(again)
      assert.ok(before < ahead)
      assert.match(String((await readyz(again)).body['clock']), /existing ids are up to/)
      // The clock comes to the millisecond before the time of the newest stored id, and then to this time.
      clock.step(snowflakeTime(ahead) - clock.now() - 1)
      await write(again)
      clock.step(1)
      await write(again)
    })
  }
}

slowTest(
  'two servers on one PostgreSQL, one of them with a wrong clock, both write, and no id is made twice',
  async (t) => {
    const clock = new TestClock()
    const right = await startTestServer(t, { engine: 'postgres', clock, settings: { limits: 'off' } })
    const { write, seen } = await client(right, clock)
    for (const [, ms] of JUMPS) {
      for (const by of [ms, -ms]) {
        const wrongClock = new TestClock(clock.now() + by)
        const wrong = await startTestServer(t, { config: right.config, clock: wrongClock })
        const other = await client(wrong, wrongClock)
        for (let turn = 0; turn < 4; turn += 1) {
          await write()
          await other.write()
          for (const each of [clock, wrongClock]) each.advance(15_000)
        }
        // The clock is corrected, and then runs normally.
        wrongClock.step(-by)
        await other.write()
        await write()
        for (const id of other.seen) assert.ok(!seen.has(id))
        assert.equal((await readyz(right)).status, 200)
        assert.equal((await readyz(wrong)).status, 200)
        await wrong.close()
      }
    }
  },
)

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { ControlledClock } from '../clock.ts'
import { Player, type TimedAction } from './player.ts'

function setUp(times: readonly number[], speed = 1) {
  const clock = new ControlledClock(new TestClock(Date.UTC(2020, 7, 12)), undefined, 0)
  const ran: string[] = []
  const start = clock.now()
  async function* actions(): AsyncGenerator<TimedAction, undefined> {
    for (const at of times) {
      const run = async () => {
        await new Promise(setImmediate)
        if (at === 666) throw new Error('a failing action')
        ran.push(`${at} at ${clock.now() - start}`)
      }
      yield { at, run }
    }
    return undefined
  }
  const player = new Player({ clock, open: actions, speed })
  player.start()
  return { clock, ran, player }
}

test('a step of the clock runs all due actions in order, each at its time', async () => {
  const { clock, ran, player } = setUp([0, 100, 100, 2_500, 9_000])
  await clock.step(3_000)
  assert.deepEqual(ran, ['0 at 0', '100 at 100', '100 at 100', '2500 at 2500'])
  await clock.step(6_000)
  assert.equal(player.state, 'finished')
  assert.equal(ran.at(-1), '9000 at 9000')
})

test('a higher speed shortens the intervals between actions', async () => {
  const { clock, ran } = setUp([0, 10_000, 20_000], 10)
  await clock.step(1_500)
  assert.deepEqual(ran, ['0 at 0', '10000 at 1000'])
})

test('a paused player runs single steps, and continues where it was paused', async () => {
  const { clock, ran, player } = setUp([0, 1_000, 2_000, 3_000])
  await clock.step(500)
  await player.pause()
  await clock.step(10_000)
  assert.deepEqual(ran, ['0 at 0'])
  await player.step(1)
  assert.deepEqual(ran, ['0 at 0', '1000 at 10500'])
  player.resume()
  await clock.step(1_000)
  assert.equal(ran.at(-1), '2000 at 11500')
})

test('seeking forward skips actions, and seeking back repeats them', async () => {
  const { clock, ran, player } = setUp([0, 1_000, 2_000, 3_000])
  await clock.step(0)
  await player.seek(1_500)
  await clock.step(500)
  assert.deepEqual(ran, ['0 at 0', '2000 at 500'])
  await player.seek(900)
  await clock.step(200)
  assert.equal(ran.at(-1), '1000 at 600')
})

test('an error in an action ends the traffic and is reported', async () => {
  const { clock, player, ran } = setUp([0, 666, 700])
  await clock.step(1_000)
  assert.equal(player.state, 'failed')
  assert.match(String(player.error), /a failing action/)
  assert.deepEqual(ran, ['0 at 0'])
})

import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { eventsAfter } from '../../test/support/events.ts'
import { assertGraphIsWhole } from '../../test/support/models/graph-tables.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { runProgram } from '../../test/support/programs/run.ts'
import { seeded } from '../../test/support/seeded.ts'
import type { Config } from '../config.ts'
import { insertMissingUsers } from '../domain/accounts/insert-missing-users.ts'
import { systemClock } from '../lib/time/clock.ts'
import type { LoggedEvent } from '../log/event.ts'
import { lockLog, logHead } from '../log/log-head.ts'
import type { Engine } from './query.ts'

const USERS = 24
const LIVES: Readonly<Record<Engine, number>> = { sqlite: 5, postgres: 3 }
const SEED = 20_200_812

/** Runs the program, kills it after a random number of acknowledged changes, and returns the acknowledged changes. */
async function liveAndDie(config: Config, random: () => number): Promise<string[]> {
  const program = runProgram('follow-users', { config, users: USERS })
  const killAfter = 1 + Math.floor(random() * 400)
  const acknowledged: string[] = []
  for await (const line of program.lines) {
    acknowledged.push(line)
    // The program is killed at a random moment within 20 ms after this line.
    if (acknowledged.length === killAfter) systemClock.after(random() * 20, () => program.kill())
  }
  return acknowledged
}

/** Groups changes by the user who follows, and keeps their order. */
function byFollower(changes: readonly string[]): Map<string, string[]> {
  return Map.groupBy(changes, (change) => change.split(' ')[1] ?? '')
}

function changeOf(event: LoggedEvent): string[] {
  if (event.kind === 'user.followed') return [`+ ${event.user_id} ${event.followee_id}`]
  if (event.kind === 'user.unfollowed') return [`- ${event.user_id} ${event.followee_id}`]
  return []
}

for (const engine of ENGINES) {
  test(`promises 1 and 2: after kills at random moments, acknowledged changes exist, with their events (${engine})`, async (t) => {
    const config = await freshConfig(t, engine)
    const runtime = await testRuntime(t, config)
    const ids = new Set(Array.from({ length: USERS }, (_, index) => BigInt(index + 1)))
    await runtime.store.write((tx) => insertMissingUsers(tx, ids, 0))
    const random = seeded(SEED)
    let total = 0
    for (let life = 0; life < LIVES[engine]; life++) {
      const { head } = await logHead(runtime.store)
      const acknowledged = byFollower(await liveAndDie(config, random))
      // On PostgreSQL a sent commit continues after its client was killed, and holds the lock of the log until the
      // commit ends.
      await runtime.store.write((tx) => lockLog(tx))
      const stored = byFollower((await eventsAfter(runtime, head)).flatMap(changeOf))
      for (const [follower, changes] of acknowledged) {
        const events = stored.get(follower) ?? []
        assert.deepEqual(events.slice(0, changes.length), changes)
        total += changes.length
      }
      // Each user has at most one request in progress, so at most one change may be stored without acknowledgement.
      for (const [follower, events] of stored) {
        assert.ok(events.length <= (acknowledged.get(follower)?.length ?? 0) + 1)
      }
      await assertGraphIsWhole(runtime)
    }
    assert.ok(total > 100, `${total} changes were acknowledged`)
  })
}

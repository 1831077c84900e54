/**
 * Users follow and unfollow each other as fast as they are answered, and every change that was acknowledged is
 * printed: `+ follower followee` or `- follower followee`. Each user makes its changes one after the other, the next
 * when the last is out of this process: what waits in it for a slow reader is lost when it is killed. Takes
 * {@link FollowOrder} as JSON; it is there to be killed at any moment.
 */
import type { Config } from '../../../src/config.ts'
import { follow, unfollow } from '../../../src/domain/graph/follow.ts'
import { systemRandom } from '../../../src/lib/time/clock.ts'
import { openRuntime } from '../../../src/runtime.ts'

export interface FollowOrder {
  readonly config: Config
  /** Ids of the users are 1 to this. */
  readonly users: number
}

const { config, users }: FollowOrder = JSON.parse(process.argv[2] ?? '')
const { context } = await openRuntime(config, { manner: 'server' })

async function live(follower: number): Promise<never> {
  for (;;) {
    const [random = 0, isFollow = 0] = systemRandom(2)
    const followee = 1 + (random % users)
    if (followee === follower) continue
    const change = { follower: BigInt(follower), followee: BigInt(followee) }
    const changed =
      isFollow < 160
        ? (await follow(context, change)).outcome === 'followed'
        : await unfollow(context, change)
    if (changed) await print(`${isFollow < 160 ? '+' : '-'} ${follower} ${followee}`)
  }
}

function print(line: string): Promise<unknown> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, resolve))
}

await Promise.all(Array.from({ length: users }, (_, index) => live(index + 1)))

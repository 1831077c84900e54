/**
 * Makes users follow and unfollow each other as fast as the commands are acknowledged. The program prints
 * every acknowledged change as `+ follower followee` or `- follower followee`. Each user waits until the last
 * line has left this process, because buffered output would be lost at a kill. The argument is
 * {@link FollowOrder} as JSON. Tests kill this program at random moments.
 */
import type { Config } from '../../../src/config.ts'
import { follow, unfollow } from '../../../src/domain/graph/follow.ts'
import { systemRandom } from '../../../src/lib/time/clock.ts'
import { openRuntime } from '../../../src/runtime.ts'

export interface FollowOrder {
  readonly config: Config
  /** Number of users. Their ids begin at 1. */
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

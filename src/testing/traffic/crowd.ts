/** Creates the users of a simulation, and the follows between them. The first users have the most followers. */
import { uniformOf } from '../../demo/random.ts'
import { findIdsByScreenName } from '../../domain/accounts/find-users.ts'
import type { Context } from '../../domain/context.ts'
import { must } from '../../lib/assert.ts'
import { buildUser } from '../world/accounts.ts'
import { buildFollow } from '../world/content.ts'
import type { SimulationOptions } from './simulation-options.ts'

export interface SimulatedUser {
  readonly id: bigint
  readonly screenName: string
}

const FOLLOWS = 5

/**
 * Number of a random sequence. The choice of the followed users has its own sequence, so that it does not depend on the
 * traffic.
 */
const STREAM = 1

/** Creates the users of a seed, or finds the users that an earlier simulation with this seed created. */
export async function gatherCrowd(
  context: Context,
  { seed, users }: Pick<SimulationOptions, 'seed' | 'users'>,
): Promise<readonly SimulatedUser[]> {
  const crowd: SimulatedUser[] = []
  const uniform = uniformOf(seed, STREAM)
  for (let number = 0; number < users; number += 1) {
    const screenName = `sim${seed.toString(36)}_${number}`
    const id = (await idOf(context, screenName)) ?? (await newUser(context, screenName))
    crowd.push({ id, screenName })
  }
  for (const { id: follower } of crowd) {
    for (let left = FOLLOWS; left > 0; left -= 1) {
      const { id: followee } = must(crowd[Math.floor(crowd.length * uniform() ** 3)], 'a user')
      if (followee !== follower) await buildFollow(context, { follower, followee })
    }
  }
  return crowd
}

async function newUser(context: Context, screenName: string): Promise<bigint> {
  return (await buildUser(context, { screenName, name: `Simulated ${screenName.split('_')[1]}` })).id
}

async function idOf({ store }: Context, screenName: string): Promise<bigint | undefined> {
  return (await findIdsByScreenName(store, [screenName])).get(screenName.toLowerCase())
}

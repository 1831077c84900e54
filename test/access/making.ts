/** Making on a server what the world says: users, what they do to each other, and what becomes of them. */
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import type { Context } from '../../src/domain/context.ts'
import { block } from '../../src/domain/graph/block.ts'
import { follow } from '../../src/domain/graph/follow.ts'
import { updateFollowSettings } from '../../src/domain/graph/follow-settings.ts'
import { mute } from '../../src/domain/graph/mute.ts'
import type { UserAction } from '../../src/log/event.ts'
import { letFollow } from '../support/follows.ts'
import type { Person, Standing, Tie, World } from './world.ts'

export class Maker {
  readonly #context: Context
  readonly world: World

  constructor(context: Context, world: World) {
    this.#context = context
    this.world = world
  }

  /**
   * A user who will stand so in the end. Until {@link Maker.settle} it is only protected, or not, so that all can be
   * done to it that may have been done before.
   * @param isProtected for now; protected users are asked before they are followed
   */
  async person(label: string, standing: Standing, name: string, isProtected: boolean): Promise<Person> {
    const screenName = `t${this.#context.random(7).toString('hex')}`
    const { id } = await createUser(this.#context, { screenName, name, isProtected })
    return this.world.join({ label, id, screenName, name, standing })
  }

  async tie(tie: Tie, from: Person, to: Person): Promise<void> {
    await this.#make(tie, { follower: from.id, followee: to.id })
    this.world.tie(tie, from, to)
  }

  /** Brings a user to where it stands in the end. */
  async settle({ id: userId, standing }: Person, wasProtected: boolean): Promise<void> {
    const act = (action: UserAction, more = {}) => changeUserState(this.#context, { userId, action, ...more })
    if (standing.isProtected !== wasProtected) await act(standing.isProtected ? 'protect' : 'unprotect')
    if (standing.isWithheld) await act('withhold', { countries: ['XX'] })
    if (standing.isSuspended) await act('suspend')
    if (standing.isDeactivated) await act('deactivate')
  }

  #make(tie: Tie, edge: { readonly follower: bigint; readonly followee: bigint }): Promise<unknown> {
    const { follower, followee } = edge
    switch (tie) {
      case 'follows':
        return letFollow(this.#context, edge)
      case 'asks':
        return follow(this.#context, edge)
      case 'blocks':
        return block(this.#context, { userId: follower, blockedId: followee })
      case 'mutes':
        return mute(this.#context, { userId: follower, mutedId: followee })
      case 'spurns':
        return updateFollowSettings(this.#context, { ...edge, wantsRetweets: false })
    }
  }
}

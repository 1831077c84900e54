/** Creates users and relations on a server, and records them in the {@link World}. */
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import type { Context } from '../../src/domain/context.ts'
import { block } from '../../src/domain/graph/block.ts'
import { follow } from '../../src/domain/graph/follow.ts'
import { updateFollowSettings } from '../../src/domain/graph/follow-settings.ts'
import { mute } from '../../src/domain/graph/mute.ts'
import type { UserAction } from '../../src/log/event.ts'
import { letFollow } from '../support/follows.ts'
import type { Person, RelationKind, UserState, World } from './world.ts'

export class Maker {
  readonly #context: Context
  readonly world: World

  constructor(context: Context, world: World) {
    this.#context = context
    this.world = world
  }

  /**
   * Creates a user. {@link Maker.settle} sets the final state later, so that relations can be created before
   * that.
   * @param userState the final state
   * @param isProtected true if the user is protected before `settle`, so that the user can get follow
   * requests
   */
  async person(label: string, userState: UserState, name: string, isProtected: boolean): Promise<Person> {
    const screenName = `t${this.#context.random(7).toString('hex')}`
    const { id } = await createUser(this.#context, { screenName, name, isProtected })
    return this.world.join({ label, id, screenName, name, userState })
  }

  async relate(kind: RelationKind, from: Person, to: Person): Promise<void> {
    await this.#make(kind, { follower: from.id, followee: to.id })
    this.world.relate(kind, from, to)
  }

  /** Brings a user to its final state. */
  async settle({ id: userId, userState }: Person, wasProtected: boolean): Promise<void> {
    const act = (action: UserAction, more = {}) => changeUserState(this.#context, { userId, action, ...more })
    if (userState.isProtected !== wasProtected) await act(userState.isProtected ? 'protect' : 'unprotect')
    if (userState.isWithheld) await act('withhold', { countries: ['DE'] })
    if (userState.isSuspended) await act('suspend')
    if (userState.isDeactivated) await act('deactivate')
  }

  #make(
    kind: RelationKind,
    edge: { readonly follower: bigint; readonly followee: bigint },
  ): Promise<unknown> {
    const { follower, followee } = edge
    switch (kind) {
      case 'follows':
        return letFollow(this.#context, edge)
      case 'requests':
        return follow(this.#context, edge)
      case 'blocks':
        return block(this.#context, { userId: follower, blockedId: followee })
      case 'mutes':
        return mute(this.#context, { userId: follower, mutedId: followee })
      case 'hides retweets':
        return updateFollowSettings(this.#context, { ...edge, wantsRetweets: false })
    }
  }
}

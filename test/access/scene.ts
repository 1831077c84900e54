/** The scene of the matrix on one server: everybody who is asked about, everybody who asks, and their keys. */
import type { Context } from '../../src/domain/context.ts'
import { must } from '../../src/lib/assert.ts'
import type { Credentials } from '../support/api-client.ts'
import { CALLER_NAMES, CALLERS, type CallerKind, type CallerName, USERS_CALLING } from './callers.ts'
import { Keys } from './keys.ts'
import { Maker } from './making.ts'
import { type Bystanders, SHARED_WORD } from './rows.ts'
import { TARGET_KINDS, TARGETS, type TargetKind } from './targets.ts'
import { type Person, type Standing, type Tie, type Ties, World } from './world.ts'

const ACTIVE = TARGETS.active
const GONE: readonly Standing[] = [TARGETS.suspended, TARGETS.deactivated]

/** A caller before a target. */
export interface Encounter {
  readonly caller: CallerName
  readonly targetKind: TargetKind
  readonly target: Person
  /** The caller's user; undefined for apps and nobody. */
  readonly viewer: Person | undefined
  readonly ties: Ties | 'itself' | undefined
  readonly credentials: Credentials | undefined
}

export class Scene {
  readonly world = new World()
  readonly bystanders: Bystanders
  readonly #maker: Maker
  readonly #keys: Keys
  readonly #targets = new Map<TargetKind, Person>()
  readonly #viewers = new Map<CallerName, Person>()
  readonly #credentials = new Map<string, Credentials | undefined>()

  private constructor(maker: Maker, keys: Keys, bystanders: Bystanders) {
    this.#maker = maker
    this.#keys = keys
    this.world = maker.world
    this.bystanders = bystanders
  }

  static async set(context: Context): Promise<Scene> {
    const maker = new Maker(context, new World())
    const [fan, recluse, keys] = await Promise.all([
      maker.person('a fan', ACTIVE, 'Fan', false),
      maker.person('a recluse', TARGETS.protected, 'Recluse', true),
      Keys.make(context),
    ])
    const scene = new Scene(maker, keys, { fan, recluse })
    await scene.#cast()
    await scene.#entangle()
    await scene.#addGone()
    await Promise.all([...scene.#targets.values()].map((target) => maker.settle(target, true)))
    await Promise.all(
      [...scene.#viewers.values()].map((viewer) => maker.settle(viewer, viewer.standing.isProtected)),
    )
    await scene.#equip()
    scene.#targets.set('unknown', nobodyThere())
    return scene
  }

  /** Every caller before every target; nobody is an unknown user itself. */
  encounters(): Encounter[] {
    return TARGET_KINDS.flatMap((targetKind) =>
      CALLER_NAMES.filter((caller) => CALLERS[caller].past !== 'itself' || targetKind !== 'unknown').map(
        (caller) => {
          const target = must(this.#targets.get(targetKind), targetKind)
          const isItself = CALLERS[caller].past === 'itself'
          const viewer = isItself ? target : this.#viewers.get(caller)
          const credentials = this.#credentials.get(isItself ? targetKind : caller)
          return { caller, targetKind, target, viewer, ties: this.#ties(viewer, target), credentials }
        },
      ),
    )
  }

  /** A caller before a target that nobody has met: for what changes something. */
  async freshEncounter(caller: CallerName, targetKind: keyof typeof TARGETS): Promise<Encounter> {
    const target = await this.#target(`a fresh ${targetKind} user`, targetKind)
    const { past, proof } = CALLERS[caller] as CallerKind
    const viewer = past === 'itself' ? target : must(this.#viewers.get(caller), caller)
    if (past !== 'itself') await this.#live(past, viewer, target)
    await this.#maker.settle(target, true)
    const credentials =
      past === 'itself' ? await this.#keys.show(proof, target.id) : this.#credentials.get(caller)
    return { caller, targetKind, target, viewer, ties: this.#ties(viewer, target), credentials }
  }

  #ties(viewer: Person | undefined, target: Person): Encounter['ties'] {
    if (viewer === undefined) return undefined
    return viewer.id === target.id ? 'itself' : this.world.between(viewer, target)
  }

  /** Protected until it is settled, so that it can be asked. */
  #target(label: string, kind: keyof typeof TARGETS): Promise<Person> {
    return this.#maker.person(label, TARGETS[kind], `${SHARED_WORD} ${kind}`, true)
  }

  async #cast(): Promise<void> {
    const kinds = Object.keys(TARGETS) as (keyof typeof TARGETS)[]
    await Promise.all([
      ...kinds.map(async (kind) => this.#targets.set(kind, await this.#target(`the ${kind} user`, kind))),
      ...CALLER_NAMES.map(async (name) => {
        const { proof, past, isProtected = false } = CALLERS[name] as CallerKind
        if (past === 'itself' || isOfNoUser(proof)) return
        const standing = {
          ...ACTIVE,
          isProtected,
          isSuspended: proof === 'token of a suspended user',
          isDeactivated: proof === 'token of a deactivated user',
        }
        this.#viewers.set(name, await this.#maker.person(name, standing, `Caller, ${name}`, isProtected))
      }),
    ])
  }

  /** What has happened between callers and targets, and between targets and bystanders. */
  async #entangle(): Promise<void> {
    const { fan, recluse } = this.bystanders
    await Promise.all(
      [...this.#targets.values()].flatMap((target) => [
        ...[fan, recluse].map((follower) => this.#maker.tie('follows', follower, target)),
        this.#maker.tie('follows', target, fan),
        ...[...this.#viewers].map(([name, viewer]) => {
          const { past } = CALLERS[name] as CallerKind
          return past === 'itself' ? undefined : this.#live(past, viewer, target)
        }),
      ]),
    )
  }

  async #live(past: Exclude<CallerKind['past'], 'itself'>, viewer: Person, target: Person): Promise<void> {
    for (const [tie, direction] of past) {
      const [from, to] = direction === 'to it' ? [viewer, target] : [target, viewer]
      await this.#maker.tie(tie, from, to)
    }
  }

  /** In every list that anybody may ask for is somebody who is shown to nobody. */
  async #addGone(): Promise<void> {
    const asked = [...this.#viewers].filter(([name]) => USERS_CALLING.some((each) => each === name))
    await Promise.all(
      GONE.map(async (standing) => {
        const what = standing.isSuspended ? 'suspended' : 'deactivated'
        const make = (how: string) =>
          this.#maker.person(`a ${what} ${how}`, standing, `${SHARED_WORD} ${what} ${how}`, true)
        const [friend, foe, stranger] = await Promise.all([make('friend'), make('foe'), make('stranger')])
        const all: Promise<void>[] = []
        const tie = (...of: readonly [Tie, Person, Person]) => all.push(this.#maker.tie(...of))
        for (const target of this.#targets.values()) {
          tie('follows', friend, target)
          tie('follows', target, friend)
        }
        for (const [name, viewer] of asked) {
          all.push(
            this.#live(
              [
                ['follows', 'to it'],
                ['mutes', 'to it'],
                ['spurns', 'to it'],
              ],
              viewer,
              friend,
            ),
          )
          tie('blocks', viewer, foe)
          tie('asks', viewer, stranger)
          if ((CALLERS[name] as CallerKind).isProtected === true) tie('asks', stranger, viewer)
        }
        await Promise.all(all)
        await Promise.all([friend, foe, stranger].map((person) => this.#maker.settle(person, true)))
      }),
    )
  }

  async #equip(): Promise<void> {
    await Promise.all([
      ...CALLER_NAMES.map(async (name) => {
        const { proof, past } = CALLERS[name]
        if (past === 'itself') return
        this.#credentials.set(name, await this.#keys.show(proof, this.#viewers.get(name)?.id))
      }),
      ...[...this.#targets].map(async ([kind, { id }]) =>
        this.#credentials.set(kind, await this.#keys.show('token', id)),
      ),
    ])
  }
}

function isOfNoUser(proof: CallerKind['proof']): boolean {
  return proof === 'nothing' || proof.startsWith('bearer')
}

/** An id and a name that nobody has. */
function nobodyThere(): Person {
  return { label: 'nobody', id: 1n, screenName: 'nobodythere', name: '', standing: ACTIVE }
}

/** Creates the test data of the matrix on one server: target users, callers and their credentials. */
import type { Context } from '../../src/domain/context.ts'
import { must } from '../../src/lib/assert.ts'
import type { Credentials } from '../support/api-client.ts'
import { CALLER_NAMES, CALLERS, type CallerKind, type CallerName, USERS_CALLING } from './callers.ts'
import { Keys } from './keys.ts'
import { Maker } from './making.ts'
import { type Bystanders, SHARED_WORD } from './rows.ts'
import { TARGET_KINDS, TARGETS, type TargetKind } from './targets.ts'
import { type Person, type RelationKind, type Relations, type UserState, World } from './world.ts'

const ACTIVE = TARGETS.active
const HIDDEN: readonly UserState[] = [TARGETS.suspended, TARGETS.deactivated]

/** A combination of a caller and a target. */
export interface Encounter {
  readonly caller: CallerName
  readonly targetKind: TargetKind
  readonly target: Person
  /** The caller's user; undefined for apps and for requests without credentials. */
  readonly viewer: Person | undefined
  readonly relations: Relations | 'itself' | undefined
  readonly credentials: Credentials | undefined
}

export class AccessFixture {
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

  static async create(context: Context): Promise<AccessFixture> {
    const maker = new Maker(context, new World())
    const [fan, recluse, keys] = await Promise.all([
      maker.person('a fan', ACTIVE, 'Fan', false),
      maker.person('a recluse', TARGETS.protected, 'Recluse', true),
      Keys.make(context),
    ])
    const fixture = new AccessFixture(maker, keys, { fan, recluse })
    await fixture.#addUsers()
    await fixture.#addRelations()
    await fixture.#addHiddenUsers()
    await Promise.all([...fixture.#targets.values()].map((target) => maker.settle(target, true)))
    await Promise.all(
      [...fixture.#viewers.values()].map((viewer) => maker.settle(viewer, viewer.userState.isProtected)),
    )
    await fixture.#addCredentials()
    fixture.#targets.set('unknown', unknownUser())
    return fixture
  }

  /** All combinations of callers and targets, except the combination of the unknown user with itself. */
  encounters(): Encounter[] {
    return TARGET_KINDS.flatMap((targetKind) =>
      CALLER_NAMES.filter((caller) => CALLERS[caller].past !== 'itself' || targetKind !== 'unknown').map(
        (caller) => {
          const target = must(this.#targets.get(targetKind), targetKind)
          const isItself = CALLERS[caller].past === 'itself'
          const viewer = isItself ? target : this.#viewers.get(caller)
          const credentials = this.#credentials.get(isItself ? targetKind : caller)
          return {
            caller,
            targetKind,
            target,
            viewer,
            relations: this.#relations(viewer, target),
            credentials,
          }
        },
      ),
    )
  }

  /** A caller with a new target, for requests that change data. */
  async freshEncounter(caller: CallerName, targetKind: keyof typeof TARGETS): Promise<Encounter> {
    const target = await this.#target(`a fresh ${targetKind} user`, targetKind)
    const { past, proof } = CALLERS[caller] as CallerKind
    const viewer = past === 'itself' ? target : must(this.#viewers.get(caller), caller)
    if (past !== 'itself') await this.#addPast(past, viewer, target)
    await this.#maker.settle(target, true)
    const credentials =
      past === 'itself' ? await this.#keys.show(proof, target.id) : this.#credentials.get(caller)
    return { caller, targetKind, target, viewer, relations: this.#relations(viewer, target), credentials }
  }

  #relations(viewer: Person | undefined, target: Person): Encounter['relations'] {
    if (viewer === undefined) return undefined
    return viewer.id === target.id ? 'itself' : this.world.between(viewer, target)
  }

  /** Creates a target. It is protected until {@link Maker.settle}, so that it can get follow requests. */
  #target(label: string, kind: keyof typeof TARGETS): Promise<Person> {
    return this.#maker.person(label, TARGETS[kind], `${SHARED_WORD} ${kind}`, true)
  }

  async #addUsers(): Promise<void> {
    const kinds = Object.keys(TARGETS) as (keyof typeof TARGETS)[]
    await Promise.all([
      ...kinds.map(async (kind) => this.#targets.set(kind, await this.#target(`the ${kind} user`, kind))),
      ...CALLER_NAMES.map(async (name) => {
        const { proof, past, isProtected = false } = CALLERS[name] as CallerKind
        if (past === 'itself' || isOfNoUser(proof)) return
        const userState = {
          ...ACTIVE,
          isProtected,
          isSuspended: proof === 'token of a suspended user',
          isDeactivated: proof === 'token of a deactivated user',
        }
        this.#viewers.set(name, await this.#maker.person(name, userState, `Caller, ${name}`, isProtected))
      }),
    ])
  }

  /** Creates the relations between callers and targets, and between targets and bystanders. */
  async #addRelations(): Promise<void> {
    const { fan, recluse } = this.bystanders
    await Promise.all(
      [...this.#targets.values()].flatMap((target) => [
        ...[fan, recluse].map((follower) => this.#maker.relate('follows', follower, target)),
        this.#maker.relate('follows', target, fan),
        ...[...this.#viewers].map(([name, viewer]) => {
          const { past } = CALLERS[name] as CallerKind
          return past === 'itself' ? undefined : this.#addPast(past, viewer, target)
        }),
      ]),
    )
  }

  async #addPast(past: Exclude<CallerKind['past'], 'itself'>, viewer: Person, target: Person): Promise<void> {
    for (const [kind, direction] of past) {
      const [from, to] = direction === 'to it' ? [viewer, target] : [target, viewer]
      await this.#maker.relate(kind, from, to)
    }
  }

  /** Adds hidden users to every list of users that a caller can request. */
  async #addHiddenUsers(): Promise<void> {
    const ordinary = [...this.#viewers].filter(([name]) => USERS_CALLING.some((each) => each === name))
    await Promise.all(
      HIDDEN.map(async (userState) => {
        const what = userState.isSuspended ? 'suspended' : 'deactivated'
        const make = (how: string) =>
          this.#maker.person(`a ${what} ${how}`, userState, `${SHARED_WORD} ${what} ${how}`, true)
        const [friend, foe, other] = await Promise.all([make('friend'), make('foe'), make('other')])
        const all: Promise<void>[] = []
        const relate = (...of: readonly [RelationKind, Person, Person]) => all.push(this.#maker.relate(...of))
        for (const target of this.#targets.values()) {
          relate('follows', friend, target)
          relate('follows', target, friend)
        }
        for (const [name, viewer] of ordinary) {
          all.push(
            this.#addPast(
              [
                ['follows', 'to it'],
                ['mutes', 'to it'],
                ['hides retweets', 'to it'],
              ],
              viewer,
              friend,
            ),
          )
          relate('blocks', viewer, foe)
          relate('requests', viewer, other)
          if ((CALLERS[name] as CallerKind).isProtected === true) relate('requests', other, viewer)
        }
        await Promise.all(all)
        await Promise.all([friend, foe, other].map((person) => this.#maker.settle(person, true)))
      }),
    )
  }

  async #addCredentials(): Promise<void> {
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

/** A target with an id and a name that belong to no user. */
function unknownUser(): Person {
  return { label: 'an unknown user', id: 1n, screenName: 'nobodythere', name: '', userState: ACTIVE }
}

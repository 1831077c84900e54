import type { Outcome, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import type { PostAction } from '../../../log/event.ts'
import { countryList } from '../../accounts/country-list.ts'
import { countriesOf } from '../../audit/countries.ts'
import { type AuditStamp, auditStamp, recordAudits } from '../../audit/record-audit.ts'
import type { Context } from '../../context.ts'
import { postVersion, requireVersion } from '../../moderation/versions.ts'
import { outcomeOf } from '../../outcome.ts'
import type { Post } from '../post.ts'
import { findPosts } from '../read/find-posts.ts'
import { lockPosts } from '../write/targets.ts'
import { meaningOf, requireExisting, requireStep, type Taken } from './post-states.ts'
import { storeStates } from './store-states.ts'

export interface ChangePostStateInput {
  /** Id of any version of the post, because all versions share the state. */
  readonly postId: bigint
  readonly action: PostAction
  /** For `withhold`: the complete new list of two-letter country codes; `XX` stands for all countries. */
  readonly countries?: readonly string[]
  /** Reason, for the event and the audit log. */
  readonly reason?: string
  /** Name of the operator, stored in the event. */
  readonly actor?: string
  /**
   * Version of the state that the operator saw, from `postVersion`. The change is refused if the current version is
   * different; undefined accepts any version.
   */
  readonly version?: string | undefined
}

/**
 * Changes the state of a post (spec/compliance-stream.md#states). The event has the newest version of the post. A
 * refused request appends no event. Concurrent requests share their statements.
 * @throws {Refusal} `post-not-found`, `state-already-so`, `country-code-invalid`, `moderated-meanwhile`
 */
export async function changePostState(context: Context, input: ChangePostStateInput): Promise<Post> {
  const countries = countryList(input.action, input.countries)
  const made = auditStamp(context)
  const stamp = made && (await made)
  return context.store.writeBatched(changePostStates, {
    ...input,
    countries,
    now: context.clock.now(),
    stamp,
  })
}

/** A change of state inside a transaction of the caller. */
export interface PostStateRequest extends ChangePostStateInput {
  /** The checked codes, from `countryList`. */
  readonly countries: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Undefined when no operator acts. */
  readonly stamp?: AuditStamp | undefined
}

/**
 * As {@link changePostState}, for many posts inside a transaction. Each outcome is the same as if the changes ran in
 * order.
 */
export async function changePostStates(
  tx: Tx,
  inputs: readonly PostStateRequest[],
): Promise<readonly Outcome<Post>[]> {
  const posts = await NewestPosts.hold(tx, inputs)
  const outcomes = inputs.map((request) =>
    outcomeOf(() => {
      const before = requireExisting(posts.get(request.postId), request.action)
      requireVersion(request.version, postVersion(before))
      const taken = requireStep(before, request.action, request.countries)
      const after = changed(before, taken, request)
      posts.set(after)
      return { before, after, event: taken.event }
    }),
  )
  await storeStates(tx, posts.changed)
  await recordAudits(
    tx,
    inputs.flatMap(({ stamp, action, reason }, index) => {
      const outcome = outcomes[index]
      if (outcome === undefined || 'refusal' in outcome) return []
      const { before, after } = outcome.value
      const details = { author_id: String(after.authorId), ...countriesOf(before, after) }
      return {
        stamp,
        entry: { action: `post.${action}`, subject: { kind: 'post', key: after.initialId }, reason, details },
      }
    }),
  )
  for (const [index, { now, action, reason = '', actor }] of inputs.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined || 'refusal' in outcome) continue
    const { event: kind, after } = outcome.value
    const { id, authorId, withheldInCountries } = after
    append(tx, now, {
      kind,
      user_id: authorId,
      post_id: id,
      action,
      withheld_in_countries: withheldInCountries,
      reason,
      ...(actor === undefined ? {} : { actor }),
    })
  }
  return outcomes.map((outcome) => ('value' in outcome ? { value: outcome.value.after } : outcome))
}

/** The newest versions of the locked posts, with the changes that were decided so far. */
class NewestPosts {
  /** Id of the first version, by the id in the input. */
  readonly #firsts: ReadonlyMap<bigint, bigint>
  readonly #newest: Map<bigint, Post>
  readonly #changed = new Set<bigint>()

  private constructor(firsts: ReadonlyMap<bigint, bigint>, newest: Map<bigint, Post>) {
    this.#firsts = firsts
    this.#newest = newest
  }

  static async hold(tx: Tx, inputs: readonly PostStateRequest[]): Promise<NewestPosts> {
    const named = await findPosts(
      tx,
      inputs.map(({ postId }) => postId),
    )
    const firsts = new Map([...named].map(([id, { initialId }]) => [id, initialId]))
    const initials = [...new Set(firsts.values())]
    await lockPosts(tx, initials)
    const found = new Map(await findPosts(tx, initials))
    // The row of the locked first version contains the id of the newest version.
    const later = [...found.values()].flatMap(({ id, latestId }) => (latestId === id ? [] : latestId))
    for (const [id, post] of await findPosts(tx, later)) found.set(id, post)
    const newest = [...found.values()].filter(({ id, latestId }) => id === latestId)
    return new NewestPosts(firsts, new Map(newest.map((post) => [post.initialId, post])))
  }

  /** The newest version of the post that has this version; undefined when the post is deleted or never existed. */
  get(postId: bigint): Post | undefined {
    return this.#newest.get(this.#firsts.get(postId) ?? 0n)
  }

  set(post: Post): void {
    this.#newest.set(post.initialId, post)
    this.#changed.add(post.initialId)
  }

  get changed(): readonly Post[] {
    return [...this.#changed].flatMap((id) => this.#newest.get(id) ?? [])
  }
}

/** The post in the state to which the step leads. */
function changed(
  before: Post,
  { to }: Taken<PostAction>,
  { action, countries, now }: PostStateRequest,
): Post {
  const { isDropped, isWithheld } = meaningOf(to)
  const listed = action === 'withhold' ? countries : before.withheldInCountries
  return {
    ...before,
    droppedAt: isDropped ? (before.droppedAt ?? now) : null,
    withheldInCountries: isWithheld ? listed : [],
  }
}

/** A failed action does not affect the other actions of its request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { StoreBusy, StoreFull } from '../../db/errors.ts'
import type { Store } from '../../db/store.ts'
import { createPost } from '../posts/write/create-post.ts'
import { type Moderation, type ModerationOutcome, moderate, type PostModeration } from './moderate.ts'

/** A store that throws the error of a post instead of changing the post. @param errors by post id */
function failing(store: Store, errors: ReadonlyMap<bigint, Error>): Store {
  const writeBatched: Store['writeBatched'] = async (command, input) => {
    const { postId } = input as { readonly postId?: bigint }
    const error = errors.get(postId ?? 0n)
    if (error !== undefined) throw error
    return store.writeBatched(command, input)
  }
  return new Proxy(store, {
    get(target, name) {
      if (name === 'writeBatched') return writeBatched
      const found: unknown = Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}

/** An outcome as one word. */
function wordOf(outcome: ModerationOutcome): string {
  if (outcome === 'done') return outcome
  return 'refused' in outcome ? outcome.refused : outcome.failed
}

for (const engine of ENGINES) {
  test(`a failed action affects neither the other actions nor their results, on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    const { context } = runtime
    const { id: authorId } = await createOneUser(context)
    const ids: bigint[] = []
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      ids.push((await createPost(context, { authorId, text })).id)
    }
    const [busy = 0n, well = 0n, full = 0n, broken = 0n, last = 0n] = ids
    const fault = new TypeError('a fault of ours')
    const store = failing(
      context.store,
      new Map<bigint, Error>([
        [busy, new StoreBusy('another process is writing')],
        [full, new StoreFull('no room')],
        [broken, fault],
      ]),
    )
    const act = (id: bigint, action: PostModeration['action']): Moderation => {
      return { on: 'post', id, action, text: 'other', countries: [], actor: 'ann', reason: 'a test' }
    }
    let outcomes: readonly ModerationOutcome[] = []
    const events = await eventsOf(runtime, async () => {
      outcomes = await moderate({ ...context, store }, [
        act(busy, 'drop'),
        act(well, 'drop'),
        act(full, 'delete'),
        act(broken, 'drop'),
        act(well, 'drop'),
        act(last, 'edit'),
        act(busy, 'delete'),
      ])
    })
    assert.deepEqual(outcomes.map(wordOf), [
      'store-unavailable',
      'done',
      'store-unavailable',
      'internal',
      'state-already-so',
      'done',
      'store-unavailable',
    ])
    const [, , , internal] = outcomes
    assert.ok(typeof internal === 'object' && 'cause' in internal && internal.cause === fault)
    assert.deepEqual(events.map(({ kind }) => kind).sort(), ['post.edited', 'post.state_changed'])
  })
}

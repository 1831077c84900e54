import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import { atLaterTime } from '../../../../test/support/later.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import type { PostAction } from '../../../log/event.ts'
import type { Runtime } from '../../../runtime.ts'
import { EDIT_LIMITS } from '../edit-limits.ts'
import type { Post } from '../post.ts'
import { findPosts, requirePost } from '../read/find-posts.ts'
import { createPost } from '../write/create-post.ts'
import { deletePost } from '../write/delete-post.ts'
import { editPost } from '../write/edit-post.ts'
import { changePostState } from './change-post-state.ts'
import {
  POST_STATES,
  type PostState,
  type PostStep,
  type Refused,
  stateOf,
  type Taken,
} from './post-states.ts'

type Outcome = Taken<PostStep> | Refused

/** The steps that bring a new post into each state. */
const INTO: Readonly<Record<PostState, (runtime: Runtime, post: Post) => Promise<unknown>>> = {
  live: async () => undefined,
  'live, withheld': ({ context }, { id: postId }) =>
    changePostState(context, { postId, action: 'withhold', countries: ['FR'] }),
  dropped: ({ context }, { id: postId }) => changePostState(context, { postId, action: 'drop' }),
  async 'dropped, withheld'(runtime, post) {
    await INTO.dropped(runtime, post)
    await INTO['live, withheld'](runtime, post)
  },
  deleted: ({ context }, { id: postId }) => deletePost(context, { postId }),
}

function take({ context }: Runtime, { id: postId }: Post, step: PostStep): Promise<unknown> {
  if (step === 'delete') return deletePost(context, { postId })
  if (step === 'edit') return editPost(context, { postId, text: 'edited' })
  return changePostState(context, { postId, action: step, countries: step === 'withhold' ? ['DE'] : [] })
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`states of a post on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
    const { context, store } = runtime
    const { id: authorId } = await createOneUser(context)
    let texts = 0
    const write = () => createPost(context, { authorId, text: `text ${texts++}` })

    for (const [state, steps] of Object.entries(POST_STATES) as [PostState, object][]) {
      for (const [step, outcome] of Object.entries(steps) as [PostStep, Outcome][]) {
        await t.test(`spec/compliance-stream.md#states: ${step} of a ${state} post`, async () => {
          const post = await write()
          await INTO[state](runtime, post)
          const events = await eventsOf(runtime, async () => {
            if ('refusal' in outcome) {
              const message = `${step}: ${outcome.why}`
              await assert.rejects(take(runtime, post, step), { reason: outcome.refusal, message })
            } else await take(runtime, post, step)
          })
          assert.deepEqual(
            events.map(({ kind }) => kind),
            'refusal' in outcome ? [] : [outcome.event],
          )
          const after = (await findPosts(store, [post.id])).get(post.id)
          const to = 'refusal' in outcome ? state : outcome.to
          assert.equal(after === undefined ? 'deleted' : stateOf(after), to)
          if ('sameList' in outcome) {
            const countries = after?.withheldInCountries ?? []
            const again = changePostState(context, { postId: post.id, action: 'withhold', countries })
            await assert.rejects(again, { reason: outcome.sameList?.refusal })
          }
        })
      }
    }

    await t.test('the event has the post, the actor, the reason and the complete new list', async () => {
      const { id: post_id } = await write()
      const change = (action: PostAction, countries?: string[]) =>
        changePostState(context, {
          postId: post_id,
          action,
          countries: countries ?? [],
          reason: 'court',
          actor: 'ada',
        })
      const events = await eventsOf(runtime, async () => {
        await change('withhold', ['FR', 'DE', 'FR'])
        await change('withhold', ['XX'])
        await change('unwithhold')
      })
      const fact = { kind: 'post.state_changed', user_id: authorId, post_id, reason: 'court', actor: 'ada' }
      assert.deepEqual(events.map(factsOf), [
        { ...fact, action: 'withhold', withheld_in_countries: ['DE', 'FR'] },
        { ...fact, action: 'withhold', withheld_in_countries: ['XX'] },
        { ...fact, action: 'unwithhold', withheld_in_countries: [] },
      ])
    })

    await t.test('the same list, an empty list and an invalid country are refused', async () => {
      const { id: postId } = await write()
      const withhold = (...countries: string[]) =>
        changePostState(context, { postId, action: 'withhold', countries })
      await withhold('DE')
      await assert.rejects(withhold('DE'), { reason: 'state-already-so' })
      await assert.rejects(withhold(), { reason: 'country-code-invalid' })
      await assert.rejects(withhold('Germany'), { reason: 'country-code-invalid' })
      const { id: other } = await write()
      await assert.rejects(changePostState(context, { postId: other, action: 'unwithhold' }), {
        reason: 'state-already-so',
      })
    })

    await t.test('a state applies to every version', async () => {
      const first = await write()
      const second = await editPost(context, { postId: first.id, text: 'second version' })
      await changePostState(context, { postId: first.id, action: 'drop' })
      assert.notEqual((await requirePost(store, second.id)).droppedAt, null)
      await changePostState(context, { postId: second.id, action: 'undrop' })
      assert.equal((await requirePost(store, first.id)).droppedAt, null)
    })

    await t.test('an edit adds a version; the first version keeps the counts', async () => {
      const first = await createPost(context, {
        authorId,
        text: 'see https://example.com/x',
        lat: 1,
        long: 2,
      })
      const events = await eventsOf(runtime, async () => {
        const second = await editPost(context, { postId: first.id, userId: authorId, text: 'never mind' })
        assert.equal(second.initialId, first.id)
        assert.deepEqual(await requirePost(store, second.id), second)
        assert.deepEqual(second.geo, first.geo)
      })
      const before = await requirePost(store, first.id)
      assert.equal(before.content.text, first.content.text)
      const versions = [String(first.id), String(before.latestId)]
      const fact = { kind: 'post.edited', user_id: authorId, post_id: before.latestId, initial_id: first.id }
      assert.deepEqual(events.map(factsOf), [{ ...fact, quoted_id: null, versions }])
      const note = { reason: 'a court', actor: 'ada' }
      const [edited] = await eventsOf(runtime, () =>
        editPost(context, { postId: first.id, text: 'by order', ...note }),
      )
      assert.ok(edited?.kind === 'post.edited')
      assert.deepEqual({ reason: edited.reason, actor: edited.actor }, note)
      await assert.rejects(editPost(context, { postId: first.id, text: 'by order' }), {
        reason: 'post-duplicate',
      })
    })

    await t.test('an edit with the same text is refused, even if its short links differ', async () => {
      const other = await createOneUser(context)
      const { id } = await createPost(context, { authorId: other.id, text: 'to be linked' })
      const address = `https://twitter.com/${other.screenName}/status/${id}`
      for (const [text, different] of [
        ['same example.com/a and http://example.org', 'same example.com/b and http://example.org'],
        [`same ${address}`, `same ${address} but`],
      ] as const) {
        const { id: postId } = await createPost(context, { authorId, text })
        await assert.rejects(editPost(context, { postId, text }), { reason: 'post-duplicate' }, text)
        await editPost(context, { postId, text: different })
        await assert.rejects(editPost(context, { postId, text: different }), { reason: 'post-duplicate' })
        await editPost(context, { postId, text })
      }
      const attached = await createPost(context, { authorId, text: 'see there', attachmentUrl: address })
      await assert.rejects(editPost(context, { postId: attached.id, text: 'see there' }), {
        reason: 'post-duplicate',
      })
    })

    await t.test(
      'an edited reply keeps its filled-in mentions, and an edited quote keeps its link',
      async () => {
        const other = await createOneUser(context)
        const parent = await createPost(context, { authorId: other.id, text: 'parent' })
        const reply = await createPost(context, {
          authorId,
          text: 'answer',
          inReplyToId: parent.id,
          autoPopulateReplyMetadata: true,
          quoteId: parent.id,
        })
        const edited = await editPost(context, { postId: reply.id, text: 'better answer' })
        const [start = 0, end] = edited.content.display_text_range ?? []
        assert.equal([...edited.content.text].slice(start, end).join(''), 'better answer')
        assert.ok(edited.content.text.startsWith(`@${other.screenName} `))
        assert.equal(edited.content.in_reply_to_screen_name, other.screenName)
        assert.deepEqual([edited.inReplyToPostId, edited.quotedId], [parent.id, parent.id])
        assert.deepEqual((await requirePost(store, parent.id)).counts, {
          ...parent.counts,
          replies: 1,
          quotes: 1,
        })
      },
    )

    await t.test(
      'spec/contract.md#post-fields: concurrent edits that quote a post count each author once',
      async () => {
        const other = await createOneUser(context)
        const quoted = await createPost(context, { authorId: other.id, text: 'to be quoted by edits' })
        const newest = await editPost(context, { postId: quoted.id, text: 'to be quoted by edits, too' })
        // The other edits wait while the first edit is written, so they share their statements.
        const plain = await write()
        const own = await Promise.all(Array.from({ length: 12 }, write))
        const strange = await createPost(context, { authorId: other.id, text: 'quotes itself' })
        const first = editPost(context, { postId: plain.id, text: 'quotes nothing' })
        const edits = [...own, strange].map(({ id: postId }, at) => {
          const { id } = at % 2 === 0 ? quoted : newest
          const text = `edit ${at} https://twitter.com/${other.screenName}/status/${id}`
          return editPost(context, { postId, text })
        })
        const [, ...versions] = await Promise.all([first, ...edits])
        assert.ok(versions.every(({ quotedId }) => quotedId !== null))
        assert.equal((await requirePost(store, quoted.id)).counts.quotes, 2)
        await Promise.all(versions.map(({ id: postId }) => deletePost(context, { postId })))
        assert.equal((await requirePost(store, quoted.id)).counts.quotes, 0)
      },
    )

    await t.test('an author can edit five times within 30 minutes, the operator without limit', async () => {
      const { id: postId } = await write()
      for (let edit = 0; edit < EDIT_LIMITS.edits; edit++) {
        await editPost(context, { postId, userId: authorId, text: `edit ${edit}` })
      }
      const sixth = { postId, userId: authorId, text: 'edit too many' }
      await assert.rejects(editPost(context, sixth), { reason: 'edit-not-allowed' })
      await editPost(context, { postId, text: 'by the operator', actor: 'ada' })
      const late = await write()
      const { id: stranger } = await createOneUser(context)
      await assert.rejects(editPost(context, { postId: late.id, userId: stranger, text: 'mine' }), {
        reason: 'post-not-own',
      })
      const tooLate = atLaterTime(context, EDIT_LIMITS.milliseconds)
      await assert.rejects(editPost(tooLate, { postId: late.id, userId: authorId, text: 'late' }), {
        reason: 'edit-not-allowed',
      })
    })
  })
}

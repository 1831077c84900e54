/**
 * Reads streams with the unmodified tweepy. The streams of API v1.1 are read with the last version of tweepy
 * that supports them.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { slowTest as test } from '../../../test/support/part.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { pick } from '../support/cases.ts'
import { needing } from '../support/installs.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { writeUntil } from '../support/write-until.ts'
import { Tweepy } from './tweepy.ts'

const CALLBACKS = ['on_connect', 'on_response', 'on_errors', 'on_request_error', 'on_disconnect']

/** Seconds within which the sampled stream, which has one post in a hundred, must send a post. */
const SAMPLE_SECONDS = 150

for (const engine of CLIENT_ENGINES) {
  test(`tweepy reads the streams of v1.1 and v2 on ${engine}`, async (t) => {
    const stage = await setStage(t, engine)
    await t.test(
      'StreamingClient manages rules, and reads the filtered and the sample stream',
      needing('tweepy'),
      (subtest) => readStreams(subtest, stage),
    )
    await t.test('Stream of tweepy 4.13 reads statuses/filter.json', needing('tweepy-4.13'), (subtest) =>
      readV11Stream(subtest, stage),
    )
  })
}

async function readStreams(t: TestContext, stage: Stage): Promise<void> {
  const { network } = stage
  const tweepy = await Tweepy.start(t, stage)
  const call = (method: string, kwargs: object = {}, args: readonly unknown[] = []) =>
    tweepy.request({ do: 'call', on: 'stream', method, args, kwargs })
  const take = (count: number, seconds?: number) =>
    tweepy.request({ do: 'take', on: 'stream', count, seconds })
  const write = (text: string) =>
    stage.as(network.bob, 'POST', `/1.1/statuses/update.json?status=${encodeURIComponent(text)}`)
  await tweepy.request({
    do: 'collect',
    ...{ on: 'stream', class: 'tweepy.StreamingClient', callbacks: CALLBACKS },
    kwargs: { bearer_token: network.app.bearer_token },
  })
  for (const [as, kwargs] of [
    ['cats', { value: 'cat', tag: 'cats' }],
    ['birds', { value: 'bird' }],
    ['fish', { value: 'fish' }],
    ['wrong', { value: 'lang:' }],
  ] as const) {
    await tweepy.request({ do: 'create', as, class: 'tweepy.StreamRule', kwargs })
  }
  const threaded = { threaded: true, expansions: ['author_id'], tweet_fields: ['created_at'] }

  await t.test('rules are added, listed, tried as a dry run, refused and deleted', async () => {
    assert.equal(pick(await call('get_rules'), 'data'), null)
    const added = await call('add_rules', {}, [[{ $: 'cats' }, { $: 'birds' }]])
    assert.equal(pick(added, 'meta.summary.created'), 2)
    const dry = await call('add_rules', { dry_run: true }, [[{ $: 'fish' }, { $: 'wrong' }]])
    assert.deepEqual([pick(dry, 'meta.summary.valid'), pick(dry, 'meta.summary.invalid')], [1, 1])
    await assert.rejects(call('add_rules', {}, [{ $: 'wrong' }]), { type: 'BadRequest' })
    const listed = await call('get_rules')
    assert.deepEqual(pick(listed, 'data.*.value'), ['cat', 'bird'])
    const deleted = await call('delete_rules', {}, [[pick(listed, 'data.1.id')]])
    assert.equal(pick(deleted, 'meta.summary.deleted'), 1)
  })

  await t.test('the filtered stream sends a matching post', async () => {
    await call('filter', threaded)
    assert.deepEqual(pick(await take(1), '*.callback'), ['on_connect'])
    await write('a dog that no rule asks for')
    await write('a cat on a stream')
    const [seen] = (await take(1)) as unknown[]
    assert.deepEqual(
      [pick(seen, 'callback'), pick(seen, 'args.0.data.text'), pick(seen, 'args.0.matching_rules.*.tag')],
      ['on_response', 'a cat on a stream', ['cats']],
    )
    assert.deepEqual(pick(seen, 'args.0.includes.users.*.username'), [network.bob.name])
    await call('disconnect')
  })

  await t.test('the sample stream sends a post', async () => {
    await tweepy.request({
      do: 'collect',
      ...{ on: 'stream', class: 'tweepy.StreamingClient', callbacks: ['on_connect', 'on_response'] },
      kwargs: { bearer_token: network.app.bearer_token },
    })
    await call('sample', { threaded: true, tweet_fields: ['author_id'] })
    assert.deepEqual(pick(await take(1), '*.callback'), ['on_connect'])
    const { value, texts } = await writeUntil(stage, take(1, SAMPLE_SECONDS))
    const text = texts.get(String(pick(value, '0.args.0.data.id')))
    assert.deepEqual(
      [pick(value, '0.callback'), pick(value, '0.args.0.data.text'), pick(value, '0.args.0.data.author_id')],
      ['on_response', text, network.bob.id],
    )
    await call('disconnect')
  })
}

async function readV11Stream(t: TestContext, stage: Stage): Promise<void> {
  const { network } = stage
  const { app, ada, bob } = network
  const tweepy = await Tweepy.start(t, stage, 'tweepy-4.13')
  const take = (count: number) => tweepy.request({ do: 'take', on: 'stream', count })
  const args = [
    ...[app.consumer_key, app.consumer_secret],
    ...[ada.token.access_token, ada.token.access_token_secret],
  ]
  const callbacks = ['on_connect', 'on_status', 'on_request_error']
  const create = { do: 'collect', on: 'stream', class: 'tweepy.Stream', callbacks, args }
  await tweepy.request(create)
  const kwargs = { track: ['cat'], follow: [network.cy.id], stall_warnings: true, threaded: true }
  await tweepy.request({ do: 'call', on: 'stream', method: 'filter', kwargs })
  assert.deepEqual(pick(await take(1), '*.callback'), ['on_connect'])
  for (const [member, text] of [
    [bob, 'a dog nobody follows'],
    [bob, 'a cat for 1.1'],
    [network.cy, 'a post of somebody followed'],
  ] as const) {
    await stage.as(member, 'POST', `/1.1/statuses/update.json?status=${encodeURIComponent(text)}`)
  }
  const seen = await take(2)
  assert.deepEqual(pick(seen, '*.args.0.text'), ['a cat for 1.1', 'a post of somebody followed'])
  assert.deepEqual(pick(seen, '*.args.0.user.screen_name'), [bob.name, network.cy.name])
  await tweepy.request({ do: 'call', on: 'stream', method: 'disconnect' })
}

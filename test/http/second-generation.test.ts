/** Tests the setting `second_generation` (spec/v2.md#clock). */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { LookupStage } from '../support/v2-lookup/stage.ts'

async function stageOn(t: TestContext, api_date: string, second_generation = 'dated') {
  const stage = await LookupStage.open(t, '2', 'sqlite', 'off', { api_date, second_generation })
  const author = await stage.user()
  const id = await stage.post(author.id, 'text', { content: { source: { name: 'An app' } } })
  return { stage, id }
}

test('spec/v2.md#clock: `open` serves every path and field on any day', async (t) => {
  const { stage, id } = await stageOn(t, '2020-08-12', 'open')
  const { data } = await stage.got(`/tweets/${id}?tweet.fields=source,edit_controls,community_id`)
  assert.deepEqual(Object.keys(data), [
    ...['id', 'text', 'edit_history_tweet_ids', 'edit_controls', 'source'],
  ])
})

test('spec/v2.md#clock: `dated` hides paths, fields, expansions and members before their day', async (t) => {
  const { stage, id } = await stageOn(t, '2020-08-12')
  const { data } = await stage.got(`/tweets/${id}?tweet.fields=source,public_metrics`)
  assert.deepEqual(data, {
    ...{ id: String(id), text: 'text', source: 'An app' },
    public_metrics: { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0 },
  })
  for (const query of [
    'tweet.fields=reply_settings',
    'user.fields=verified_type',
    'media.fields=alt_text',
    'expansions=edit_history_tweet_ids',
  ]) {
    const [fault, ...others] = await stage.faults(`/tweets/${id}?${query}`)
    assert.match(fault?.message ?? '', / is not one of \[/)
    assert.deepEqual(others, [])
  }
  const path = await stage.get('/compliance/jobs?type=tweets')
  assert.deepEqual([path.status, path.body.errors[0].code], [404, 34])
})

test('spec/v2.md#clock: `dated` shows paths, fields, expansions and members from their day on, and no source after the last day of source', async (t) => {
  const { stage, id } = await stageOn(t, '2022-12-20')
  const { data } = await stage.got(`/tweets/${id}?tweet.fields=source,reply_settings,public_metrics`)
  assert.deepEqual(data, {
    ...{ id: String(id), text: 'text', edit_history_tweet_ids: [String(id)], reply_settings: 'everyone' },
    public_metrics: { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0 },
  })
  assert.equal((await stage.get('/compliance/jobs?type=tweets')).status, 200)
})

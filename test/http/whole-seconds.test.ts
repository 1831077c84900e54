/**
 * Tests that times in objects are whole seconds with the fraction `.000`, because clients parse no other
 * fraction (spec/v2-objects.md#post, spec/v2.md#times).
 */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Engine } from '../../src/db/query.ts'
import { ENGINES } from '../support/engines.ts'
import { slowOnPostgres } from '../support/part.ts'
import { streamStage } from '../support/streams/post-stream-suite.ts'
import { TestClock } from '../support/test-clock.ts'
import { type Generation, LookupStage } from '../support/v2-lookup/stage.ts'

/** A number of milliseconds at which rounding up instead of down would change the second. */
const ODD_MS = 987
const TIME = /"(\d{4}-\d\d-\d\dT[^"]*)"/g
const FIELDS =
  'tweet.fields=created_at&user.fields=created_at&poll.fields=end_datetime&expansions=author_id,attachments.poll_ids'

/** All times in a response. Each time must be a whole second. */
function timesIn(text: string): readonly string[] {
  const times = [...text.matchAll(TIME)].map(([, time = '']) => time)
  for (const time of times) assert.match(time, /:\d\d\.000Z$/, text)
  return times
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  for (const generation of ['labs', '2'] as const) {
    describe(`spec/v2-objects.md#post: times are whole seconds in ${generation} on ${engine}`, () => {
      test('in lookups of posts, users and polls', (t) => lookedUp(t, generation, engine))
    })
  }
}

async function lookedUp(t: TestContext, generation: Generation, engine: Engine): Promise<void> {
  const stage = await LookupStage.open(t, generation, engine)
  stage.clock.advance(ODD_MS)
  const author = await stage.user()
  const options = [{ position: 1, label: 'yes', votes: 3 }]
  const poll = { id: '77', options, duration_minutes: 60, end_at: stage.clock.now() }
  const id = await stage.post(author.id, 'a cat', { content: { poll } })
  // The clock begins at the start of 12 August. The post is 59 minutes and 59 seconds older.
  const times = ['2020-08-11T23:00:01.000Z', '2020-08-12T00:00:00.000Z', '2020-08-12T00:00:00.000Z']
  const asked = [`/tweets/${id}?${FIELDS}`, `/tweets?ids=${id}&${FIELDS}`]
  for (const path of asked) {
    const found = timesIn(JSON.stringify(await stage.got(path)))
    assert.deepEqual([...found].sort(), times, path)
  }
  const user = JSON.stringify(await stage.got(`/users/${author.id}?user.fields=created_at`))
  assert.deepEqual(timesIn(user), ['2020-08-12T00:00:00.000Z'])
}

for (const place of [
  { path: '/2/tweets/search/stream', rules: '/2/tweets/search/stream/rules', base: '', usage: '2' },
  {
    path: '/labs/1/tweets/stream/filter',
    rules: '/labs/1/tweets/stream/filter/rules',
    base: '',
    usage: 'labs-1-stream',
  },
] as const) {
  test(`spec/v2.md#times: times are whole seconds in messages of ${place.path}, and the time of a change of rules has milliseconds`, async (t) => {
    const clock = new TestClock(Date.UTC(2020, 7, 12, 10) + ODD_MS)
    const { open, post, change } = await streamStage(t, place, { clock })
    const fields =
      place.usage === '2'
        ? `${FIELDS.replaceAll(/&poll[^&]*|,attachments.poll_ids/g, '')}`
        : 'format=detailed&expansions=author_id'
    const reader = await open(`?${fields}`)
    await post('a cat')
    await reader.some(1)
    assert.deepEqual(timesIn(reader.texts[0] ?? ''), Array(2).fill('2020-08-12T10:00:00.000Z'))
    const { meta } = (await change({ add: [{ value: 'dog' }] })).body
    assert.equal(meta.sent, `2020-08-12T10:00:00.${ODD_MS}Z`)
  })
}

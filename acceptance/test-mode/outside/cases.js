/** Tests of somebody who installed the package and twitter-api-v2; the same for every test runner. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { ETwitterStreamEvent, TwitterApi } from 'twitter-api-v2'

/** The client calls its own hosts, so that it needs the client proxy. */
export const OPTIONS = {
  clock: { at: '2020-08-12', speed: 0 },
  settings: { proxy_port: '0', limits: 'documented' },
}

/** @param {import('aviary-server/testing').Aviary} aviary */
function clientOf({ proxy, app }) {
  const httpAgent = new Agent({
    proxyEnv: { HTTPS_PROXY: proxy.url },
    ca: readFileSync(proxy.caFile, 'utf8'),
  })
  // With compression this client notices the loss of a stream only when its keep-alive timeout has passed.
  return new TwitterApi(app.bearerToken, { httpAgent, compression: 'identity' }).v2
}

/** @type {Record<string, (aviary: import('aviary-server/testing').Aviary) => Promise<void>>} */
export const CASES = {
  async 'a 429 names the time of the next window'(aviary) {
    const { id } = await aviary.createPost({ author: aviary.user, text: 'A heron' })
    const client = clientOf(aviary)
    aviary.faults.set({ name: 'limited', path: '/2/tweets/:id', calls: 1, do: { error: 429 } })
    await assert.rejects(client.singleTweet(id), ({ code, rateLimit }) => {
      assert.deepEqual([code, rateLimit.remaining], [429, 0])
      return rateLimit.reset * 1000 > aviary.clock.now()
    })
    assert.equal((await client.singleTweet(id)).data.text, 'A heron')
    const [entry] = aviary.requests.list({ fault: 'limited' })
    assert.equal(entry?.status, 429)
  },

  async 'a dropped stream is connected again'(aviary) {
    await aviary.createRule({ app: aviary.app, value: 'heron' })
    aviary.faults.set({
      on: 'streams',
      path: '/2/tweets/search/stream',
      calls: 1,
      do: { after: 1, cut: true },
    })
    const stream = await clientOf(aviary).searchStream({ autoConnect: false })
    const texts = []
    const third = Promise.withResolvers()
    stream.on(ETwitterStreamEvent.Data, ({ data }) => {
      texts.push(data.text)
      if (data.text === 'third heron') third.resolve()
    })
    await stream.connect({ autoReconnect: true })
    try {
      const query = { kind: 'stream', path: '/2/tweets/search/stream' }
      const { id } = await aviary.requests.waitFor(query)
      await aviary.createPost({ author: aviary.user, text: 'first heron' })
      await aviary.createPost({ author: aviary.user, text: 'second heron' })
      await aviary.requests.waitFor({ ...query, since: id })
      await aviary.createPost({ author: aviary.user, text: 'third heron' })
      await third.promise
      assert.deepEqual(texts, ['first heron', 'third heron'])
    } finally {
      stream.destroy()
    }
  },

  async 'a window ends when the clock has moved'(aviary) {
    const client = clientOf(aviary)
    for (let call = 0; call < 15; call += 1) await client.followers(aviary.user.id)
    await assert.rejects(client.followers(aviary.user.id), { code: 429 })
    await aviary.clock.step('15m')
    assert.equal((await client.followers(aviary.user.id)).data.length, 1)
  },
}

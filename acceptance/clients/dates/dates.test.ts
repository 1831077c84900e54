/**
 * Runs unmodified clients on five days of the API (docs/spec/versioning.md#dates). Checks the available
 * paths, deprecation headers, 404 before the first day of a path, 410 after its last day, lengths of texts,
 * members of objects, and the case of header names.
 */
import { slowTest as test } from '../../../test/support/part.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { pick } from '../support/cases.ts'
import { ClientProcess } from '../support/client-process.ts'
import { needing, pythonDriver } from '../support/installs.ts'
import { NODE_DRIVER } from '../support/node-driver.ts'
import { setStage } from '../support/stage.ts'
import { runOnDays } from './day-of-app.ts'
import { createTwarc, twarcCalls, twarcFailureOf } from './twarc.ts'
import { createTweepy, TWEEPY_CALLS, tweepyFailureOf } from './tweepy.ts'
import { createNodeClients, NODE_CALLS, nodeFailureOf } from './twitter-api-v2.ts'

for (const engine of CLIENT_ENGINES) {
  test(`clients get the API of the chosen day on ${engine}`, needing('tweepy', 'twarc'), async (t) => {
    const stage = await setStage(t, engine, '--test-controls', 'on')
    const { network, environment } = stage
    const { ada, bob, thread } = network
    const quoted = `https://twitter.com/${bob.name}/status/${thread.root.id}`
    const words = `status=${encodeURIComponent('a quote')}&attachment_url=${encodeURIComponent(quoted)}`
    const quote = await stage.as(ada, 'POST', `/1.1/statuses/update.json?${words}`)
    const quoteId = String(pick(quote, 'id_str'))
    const node = ClientProcess.start(t, NODE_DRIVER, environment)
    await createNodeClients(node, network)
    const tweepy = ClientProcess.start(t, pythonDriver('tweepy'), environment)
    await createTweepy(tweepy, network)
    const twarc = ClientProcess.start(t, pythonDriver('twarc'), environment)
    await createTwarc(twarc, network)
    await runOnDays(t, stage, [
      { name: 'twitter-api-v2', process: node, calls: NODE_CALLS, failureOf: nodeFailureOf },
      { name: 'tweepy', process: tweepy, calls: TWEEPY_CALLS, failureOf: tweepyFailureOf },
      { name: 'twarc', process: twarc, calls: twarcCalls(quoteId), failureOf: twarcFailureOf },
    ])
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  clusterBench,
  natsLink,
  testNatsClusterContract,
} from '../../test/support/processes/cluster-contract.ts'
import { NEEDS_NATS, startNats } from '../../test/support/processes/nats-server.ts'
import { addEvent } from '../../test/support/tables.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { LOG_TOPIC } from './cluster.ts'
import { NatsSignals } from './nats-signals.ts'

testNatsClusterContract()

test('signals use NATS while NATS responds, and otherwise the database', NEEDS_NATS, async (t) => {
  const nats = await startNats(t)
  const bench = await clusterBench(t, 'postgres')
  const [one, other] = [bench.node(), bench.node()]
  const link = natsLink(t, nats.url)
  const sent: boolean[] = []
  const signals = new NatsSignals(link, 'test')
  one.cluster.carry({
    send(payload) {
      const isSent = signals.send(payload)
      sent.push(isSent)
      return isSent
    },
    receive: (receiver) => signals.receive(receiver),
  })
  // The other node receives signals from NATS and from the database.
  const otherLink = natsLink(t, nats.url)
  other.cluster.carry(new NatsSignals(otherLink, 'test'))
  const heard: (bigint | undefined)[] = []
  other.cluster.subscribe(LOG_TOPIC, (position) => heard.push(position))
  const signalUntil = (isSo: () => boolean) =>
    waitUntil(async () => {
      await one.store.write(async (tx) => addEvent(tx, 1n))
      return isSo()
    })
  const isHeard = () => heard.some((position) => position !== undefined)
  await waitUntil(() => link.connection !== undefined && otherLink.connection !== undefined)
  heard.length = 0
  await signalUntil(() => sent.at(-1) === true && isHeard())
  await nats.kill()
  await waitUntil(() => link.connection === undefined)
  heard.length = 0
  await signalUntil(() => sent.at(-1) === false && isHeard())
  await nats.start()
  await waitUntil(() => link.connection !== undefined)
  heard.length = 0
  await signalUntil(() => sent.at(-1) === true && isHeard())
  assert.ok(sent.includes(false))
})

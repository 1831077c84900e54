/** Makes a fault of a plan, and ends the fault after its time. */
import { setTimeout as pause } from 'node:timers/promises'
import { faketime } from './kinds-here.ts'
import type { Direction, LinkProxy } from './link-proxy.ts'
import type { FaultNode } from './node.ts'
import type { Fault, FaultKind } from './plan.ts'
import type { Stage } from './stage.ts'

/** Seconds by which a clock is wrong. */
const SKEW_S = 60

/** Milliseconds within which some node must publish to the relay. */
const HOLDER_MS = 60_000

export function sentenceOf({ also, ...fault }: Fault): string {
  return also === undefined ? sentenceOfOne(fault) : `${sentenceOfOne(fault)}, and ${sentenceOfOne(also)}`
}

function sentenceOfOne({ kind, node, forMs, ms }: Fault): string {
  if (kind === 'failover') return `failover, promoted after ${ms} ms`
  if (kind === 'slow-disk' || kind === 'kill-holder') return `${kind} for ${forMs} ms`
  if (kind === 'nats') return `kill NATS server ${node} for ${forMs} ms`
  if (kind === 'cut-nats') return `cut NATS links of node ${node} (${natsCut(ms).join()}) for ${forMs} ms`
  if (kind === 'skew') return `the clock of node ${node} by ${skewOf(ms)} s for ${forMs} ms`
  return `${kind} node ${node} for ${forMs} ms${kind === 'delay' ? ` by ${ms} ms` : ''}`
}

/**
 * Makes a fault and the fault that accompanies it.
 * @returns a sentence for each broken promise
 */
export async function apply(stage: Stage, { also, ...fault }: Fault): Promise<string[]> {
  const broken = await Promise.all([applyOne(stage, fault), also && applyOne(stage, also)])
  return broken.filter((sentence) => sentence !== undefined)
}

async function applyOne(stage: Stage, fault: Fault): Promise<string | undefined> {
  const node = stage.nodes[fault.node]
  const links = stage.links[fault.node] ?? []
  const pair = LINK_FAULTS[fault.kind]
  if (pair !== undefined) return void (await disturbLinks(links, fault, pair))
  switch (fault.kind) {
    case 'restart':
      return restarted(node, async () => undefined)
    case 'skew':
      return skew(node, fault)
    case 'kill':
      return void (await killed(node, fault))
    case 'kill-holder':
      return killHolder(stage, fault)
    case 'stop':
      node?.signal('SIGSTOP')
      await pause(fault.forMs)
      return void node?.signal('SIGCONT')
    case 'cut-nats':
      return void (await disturbLinks(stage.nats?.links[fault.node] ?? [], fault, (link, ms) =>
        link.cut(natsCut(ms)),
      ))
    case 'nats':
      await stage.nats?.cluster.servers[fault.node]?.kill()
      await pause(fault.forMs)
      return void (await stage.nats?.cluster.servers[fault.node]?.start())
    default:
      return void (await disturbDatabase(stage, fault))
  }
}

type LinkFault = (link: LinkProxy, ms: number) => void

const cutting =
  (...directions: Direction[]): LinkFault =>
  (link) =>
    link.cut(directions)

const LINK_FAULTS: Readonly<Partial<Record<FaultKind, LinkFault>>> = {
  cut: cutting('to', 'from'),
  'cut-to': cutting('to'),
  'cut-from': cutting('from'),
  delay: (link, ms) => link.delay(ms),
}

const NATS_CUTS: readonly (readonly Direction[])[] = [['to', 'from'], ['to'], ['from']]

function natsCut(ms: number): readonly Direction[] {
  return NATS_CUTS[ms % NATS_CUTS.length] ?? ['to']
}

async function disturbLinks(
  links: readonly LinkProxy[],
  { forMs, ms }: Fault,
  disturb: LinkFault,
): Promise<void> {
  for (const link of links) disturb(link, ms)
  await pause(forMs)
  for (const link of links) link.heal()
}

async function disturbDatabase({ database }: Stage, { kind, forMs, ms }: Fault): Promise<void> {
  if (kind === 'slow-disk') {
    await database.slowDisk(ms)
    await pause(forMs)
    return database.slowDisk(0)
  }
  await database.failOver(ms)
  await pause(forMs)
  await database.rebuildStandby()
}

async function killed(node: FaultNode | undefined, { forMs }: Fault): Promise<void> {
  await node?.kill()
  await pause(forMs)
  await node?.start()
}

/**
 * Kills the node that publishes to the relay. Waits for such a node, because for a moment after a change no
 * node publishes.
 */
async function killHolder({ nodes }: Stage, fault: Fault): Promise<string | undefined> {
  const until = Date.now() + HOLDER_MS
  for (;;) {
    const holder = nodes.find(({ isPublishing }) => isPublishing)
    if (holder !== undefined) return void (await killed(holder, fault))
    if (Date.now() >= until) return `no node published to the relay for ${HOLDER_MS / 1_000} s`
    await pause(100)
  }
}

async function restarted(
  node: FaultNode | undefined,
  between: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const broken = await node?.stop()
  const also = await between()
  await node?.start()
  return broken ?? also
}

/** Starts the node with a wrong clock. The timers of the node run at their normal speed. */
function skew(node: FaultNode | undefined, { forMs, ms }: Fault): Promise<string | undefined> {
  return restarted(node, async () => {
    const seconds = skewOf(ms)
    await node?.start({
      LD_PRELOAD: faketime() ?? '',
      FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    await pause(forMs)
    return node?.stop()
  })
}

function skewOf(ms: number): number {
  return ms % 2 === 0 ? SKEW_S : -SKEW_S
}

/**
 * Creates and reads the stream of a relay on NATS JetStream, which contains the log of one server. The sequence of a
 * message is the position of the event minus a stored offset. Offset, server id and timeline are in the description of
 * the stream, so they are deleted with the stream.
 *
 * The name of the stream contains the id of the server, so that servers do not share a stream. The subject also
 * contains the incarnation, a name that each new stream gets. A node that has lost the lease therefore cannot write
 * into the stream that the next holder creates.
 */
import type { JetStreamManager, StreamConfig, StreamInfo } from '@nats-io/jetstream'
import { Outage } from '../../lib/outage.ts'

/**
 * Maximum bytes of a stream: about 3 million events. Beyond the maximum, the oldest messages are dropped. A node that
 * lacks dropped events reads them from the table.
 */
const MAX_BYTES = 2 ** 30
/** Nanoseconds for which messages are kept: one day. A node that was stopped for longer reads the table. */
const MAX_AGE_NS = 86_400 * 1e9
/** Number of copies of a stream, if NATS has as many servers. */
const REPLICAS = 3

const STREAM_NOT_FOUND = 10_059

/** Version of the description and the messages. */
const FORM = 1

export interface RelayStream {
  readonly name: string
  readonly subject: string
  /** Unique among all streams that the server has ever had. */
  readonly incarnation: string
  readonly timeline: string
  /** The position of an event minus the sequence of its message. */
  readonly offset: bigint
  /** The reason why this stream replaced another stream. */
  readonly reason: string
  readonly firstSequence: number
  readonly lastSequence: number
  /** True when NATS is a cluster and the stream has fewer copies than {@link REPLICAS}. */
  readonly canSpread: boolean
  /** True when messages between the first and the last message are missing. */
  readonly hasHole: boolean
}

/** Thrown when the stream cannot be used without a change. */
export class RelayRefused extends Outage {
  override readonly name = 'RelayRefused'
}

export function streamName(serverId: string): string {
  return `AVIARY_${serverId}_LOG`
}

export function lastPosition({ offset, lastSequence }: RelayStream): bigint {
  return offset + BigInt(lastSequence)
}

/**
 * The stream of a server; undefined when the stream does not exist.
 * @throws {RelayRefused} when the stream belongs to another server, or has another version
 */
export async function findStream(jsm: JetStreamManager, serverId: string): Promise<RelayStream | undefined> {
  const name = streamName(serverId)
  try {
    return streamOf(name, serverId, await jsm.streams.info(name))
  } catch (error) {
    if (codeOf(error) === STREAM_NOT_FOUND) return undefined
    throw error
  }
}

interface NewStream {
  readonly serverId: string
  readonly incarnation: string
  readonly timeline: string
  readonly offset: bigint
  readonly reason: string
}

/** Creates the stream of a server. @throws an error when the stream exists */
export async function createStream(jsm: JetStreamManager, stream: NewStream): Promise<void> {
  const { serverId, incarnation, timeline, offset, reason } = stream
  const config = {
    name: streamName(serverId),
    subjects: [`aviary.${serverId}.log.${incarnation}`],
    description: JSON.stringify({
      form: FORM,
      server: serverId,
      incarnation,
      timeline,
      offset: String(offset),
      reason,
    }),
    retention: 'limits',
    discard: 'old',
    storage: 'file',
    max_bytes: MAX_BYTES,
    max_age: MAX_AGE_NS,
    // The window for duplicate message ids is as short as possible, because the relay does not use message ids.
    duplicate_window: 100 * 1e6,
  } as const satisfies Partial<StreamConfig>
  try {
    await jsm.streams.add({ ...config, num_replicas: REPLICAS })
  } catch (error) {
    if (!isRefusal(error)) throw error
    // NATS has fewer servers than copies. If the error has another reason, it occurs again in the next call.
    await jsm.streams.add({ ...config, num_replicas: 1 })
  }
}

/** Deletes the stream of a server, if the stream exists. */
export async function deleteStream(jsm: JetStreamManager, serverId: string): Promise<void> {
  try {
    await jsm.streams.delete(streamName(serverId))
  } catch (error) {
    if (codeOf(error) !== STREAM_NOT_FOUND) throw error
  }
}

/** Raises the number of copies if NATS has more servers than before. */
export async function spreadStream(jsm: JetStreamManager, { name, canSpread }: RelayStream): Promise<void> {
  if (!canSpread) return
  // NATS refuses the update while it has fewer servers than copies.
  await jsm.streams.update(name, { num_replicas: REPLICAS }).catch(() => undefined)
}

function streamOf(name: string, serverId: string, { config, state, cluster }: StreamInfo): RelayStream {
  const facts = factsOf(config.description ?? '')
  if (facts?.['server'] !== serverId) {
    const owner =
      typeof facts?.['server'] === 'string' ? `of the Aviary ${facts['server']}` : 'not of an Aviary'
    throw new RelayRefused(
      `the stream ${name} on NATS is ${owner}, and this is the Aviary ${serverId}; delete the stream ("nats stream rm ${name}"), or use another account of NATS in the setting relay`,
    )
  }
  const { form, incarnation, timeline, offset, reason } = facts
  if (form !== FORM || typeof incarnation !== 'string' || typeof timeline !== 'string') {
    throw new RelayRefused(
      `the stream ${name} on NATS is of another version of Aviary; update all nodes, and the table serves until then`,
    )
  }
  return {
    ...{ name, incarnation, timeline, reason: String(reason), offset: BigInt(String(offset)) },
    subject: config.subjects[0] ?? '',
    firstSequence: state.first_seq,
    lastSequence: state.last_seq,
    // A single NATS server (2.9.10) accepts an update to more than one copy, but then cannot open the stream after a
    // restart.
    canSpread: cluster !== undefined && config.num_replicas < REPLICAS,
    hasHole: state.messages > 0 && state.last_seq - state.first_seq + 1 !== state.messages,
  }
}

function factsOf(description: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(description)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // The description was not written by Aviary.
    return undefined
  }
}

/** The error code of an error that JetStream returned; undefined for other errors. */
export function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined
  return typeof code === 'number' ? code : undefined
}

/** True if JetStream refused the request, and false if no response came. */
function isRefusal(error: unknown): boolean {
  return codeOf(error) !== undefined
}

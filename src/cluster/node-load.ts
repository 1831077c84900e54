/** The load of a node, which it stores with its membership for operators. */

export interface NodeLoad {
  /** Last position of the event log that the node has in memory. */
  readonly position: bigint
  /** Number of requests in progress. */
  readonly requests: number
  /** Number of connections to the node's public listeners, including streams. */
  readonly connections: number
  /** Number of open streams. */
  readonly streams: number
  /** Processor time since the last renewal, as a fraction of one processor; above 1 with several threads. */
  readonly processor: number
  /** Resident memory in bytes. */
  readonly memory: number
}

/** The text of a load, for the column `load`. */
export function loadText(load: NodeLoad): string {
  return JSON.stringify({ ...load, position: String(load.position) })
}

/** Parses a result of {@link loadText}; undefined for another text, such as that of an older version. */
export function loadIn(text: string): NodeLoad | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // A text of another version.
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { position, ...numbers } = value as Readonly<Record<string, unknown>>
  if (typeof position !== 'string' || !/^\d{1,19}$/.test(position)) return undefined
  const { requests, connections, streams, processor, memory } = numbers
  const all = { requests, connections, streams, processor, memory }
  if (!Object.values(all).every((each) => typeof each === 'number')) return undefined
  return { position: BigInt(position), ...(all as Readonly<Record<keyof typeof all, number>>) }
}

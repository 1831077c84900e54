/** The load of a node, which it stores with its membership for operators. */

export interface NodeLoad {
  /** Last position of the log in its memory. */
  readonly position: bigint
  /** Requests in work. */
  readonly requests: number
  /** Number of connections to its public listeners, including streams. */
  readonly connections: number
  /** Open streams. */
  readonly streams: number
  /** Share of one processor since the last renewal, from 0; above 1 with several threads. */
  readonly processor: number
  /** Resident memory in bytes. */
  readonly memory: number
}

/** The column `load`. */
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

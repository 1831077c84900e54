/** Computes the partitions of the log: 1 to 8, by user (spec/compliance-stream.md#partitions). */

export const PARTITIONS = 8

/**
 * The partition of a user's events. The partition never changes, so that the events of a user stay in order. Most bits
 * of an id are a time, and the last bits are often zero. The function therefore mixes the bits before the modulo.
 */
export function partitionOf(userId: bigint): number {
  const low = Number(BigInt.asUintN(32, userId))
  const high = Number(BigInt.asUintN(32, userId >> 32n))
  return (mix(low ^ mix(high ^ 0x9e3779b9)) % PARTITIONS) + 1
}

/** The finaliser of MurmurHash3: every input bit reaches every output bit. */
function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

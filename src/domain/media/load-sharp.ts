/**
 * The library for pictures. The library is loaded on first use, because loading a native module takes time and memory.
 */

export type Open = typeof import('sharp').default

/** Loads sharp. Each picture uses one thread, and nothing is cached between pictures. */
export async function loadSharp(): Promise<Open> {
  const { default: open } = await import('sharp')
  open.concurrency(1)
  open.cache(false)
  return open
}

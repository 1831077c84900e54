/** The library for pictures. It is loaded at its first use, because a native module takes time and memory. */

export type Open = typeof import('sharp').default

/** Loads sharp with one thread for each picture and without a cache between pictures. */
export async function loadSharp(): Promise<Open> {
  const { default: open } = await import('sharp')
  open.concurrency(1)
  open.cache(false)
  return open
}

/** Adds metrics about caches. */
import type { Metrics } from '../metrics.ts'

interface CacheCounts {
  readonly size: number
  readonly bytes: number
  readonly hits: number
  readonly misses: number
}

/**
 * Adds metrics about the size and the use of a cache.
 * @param name the part of the metric names after `aviary_`
 * @param entries kind of the entries, in the plural; the last part of a metric name
 * @param content description of the entries, for help texts
 */
export function exposeCache(
  metrics: Pick<Metrics, 'gauge' | 'counter'>,
  name: string,
  entries: 'users' | 'posts',
  content: string,
  counts: CacheCounts,
): void {
  const prefix = `aviary_${name}_cache`
  metrics.gauge(`${prefix}_bytes`, `Estimated maximum memory of ${content}, in bytes.`, () => counts.bytes)
  metrics.gauge(`${prefix}_${entries}`, `Number of cached ${entries}.`, () => counts.size)
  metrics.counter(`${prefix}_hits_total`, `Reads of ${content} from memory.`, () => counts.hits)
  metrics.counter(`${prefix}_misses_total`, `Reads of ${content} from the database.`, () => counts.misses)
}

/**
 * Adds a metric with the number of renderings that a cache has made. @param what the kind of the cached objects; part
 * of the metric name
 */
export function exposeRenderings(
  metrics: Pick<Metrics, 'counter'>,
  what: 'user' | 'post',
  cache: { readonly renderingsMade: number },
): void {
  metrics.counter(
    `aviary_${what}_cache_renderings_made_total`,
    `Renderings of cached ${what}s; further responses use the same rendering.`,
    () => cache.renderingsMade,
  )
}

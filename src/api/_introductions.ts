/**
 * Days on which endpoints of API v2 appeared and ended. They count with the setting `second_generation: dated`
 * (spec/v2.md#clock).
 */
import { type Dated, isOn } from '../formats/fields/day.ts'
import { EdgeError } from '../http/endpoint.ts'
import type { Lifecycle, Version } from '../http/pipeline.ts'

const SERVED: Version = { signals: [], gone: undefined }

/** The ISO day of a time in milliseconds since the Unix epoch. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/**
 * The lifecycle of an endpoint with days; undefined for one without. Outside of its days its path is unknown.
 * @param today milliseconds since the Unix epoch; undefined serves every endpoint
 */
export function introductionOf(
  { since, until }: Dated,
  today: () => number | undefined,
): Lifecycle | undefined {
  if (since === undefined && until === undefined) return undefined
  return () => {
    const now = today()
    if (now === undefined || isOn({ since, until }, dayOf(now))) return SERVED
    const gone = new EdgeError('unknown-path', `the API of ${dayOf(now)} has no such endpoint`)
    return { signals: [], gone }
  }
}

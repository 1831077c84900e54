/** Measures a file of each size on each engine, for benches that import or export files. */
import { join } from 'node:path'
import type { Engine } from '../../src/db/query.ts'
import { Installations } from './installations.ts'
import type { BenchOptions } from './options.ts'
import { progress, whole } from './report.ts'

export interface FileBench<Result> {
  /** Name of the items of a file, in the plural. */
  readonly noun: string
  write(file: string, size: number): Promise<void>
  measure(places: Installations, engine: Engine, file: string, size: number): Promise<Result>
}

/** @returns a result for each size and engine, in this order */
export async function measureBySize<Result>(
  { sizes, engines }: BenchOptions,
  { noun, write, measure }: FileBench<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const size of sizes) {
    progress(`writing ${whole(size)} ${noun}`)
    const file = join(places.root, `${size}.${noun}`)
    await write(file, size)
    for (const engine of engines) {
      progress(`${engine}, ${whole(size)} ${noun}`)
      results.push(await measure(places, engine, file, size))
    }
  }
  return results
}

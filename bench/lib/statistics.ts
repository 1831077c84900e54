/** Interleaved rounds and what is told of their samples. */

/** One stretch of work. */
export interface Sample {
  readonly operations: number
  readonly milliseconds: number
  /** Processor time of the process that did the work, all its threads together. */
  readonly cpuMilliseconds: number
}

/** Runs for a while and says what it did. */
export type Contender = () => Promise<Sample>

/** The samples of each contender, by its name. */
export type Samples<Name extends string> = Readonly<Record<Name, readonly Sample[]>>

/**
 * Rounds that are not counted where a whole server is asked: for its first ten seconds or so under load V8 goes on compiling
 * it, on the core that whoever asks has need of, and a server runs for days.
 */
export const SERVER_WARM_UPS = 4

/**
 * Takes a sample of every contender in turn, A B C A B C …, so that whatever else the machine does falls on all
 * of them alike.
 * @param warmUps rounds before the others that are not counted
 */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number,
  warmUps: number,
): Promise<Samples<Name>> {
  const entries = Object.entries(contenders) as [Name, Contender][]
  const samples = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, Sample[]>
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [name, contender] of entries) {
      const sample = await contender()
      if (round >= 0) samples[name].push(sample)
    }
  }
  return samples
}

/** Median, least and greatest of a list that is not empty. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted.at(index) ?? Number.NaN
  const half = (sorted.length - 1) / 2
  const median = (at(Math.floor(half)) + at(Math.ceil(half))) / 2
  return { median, min: at(0), max: at(-1) }
}

/** The value below which the part `q` (0 to 1) of an ascending list lies. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

/** Operations a second, by the wall. */
export function ratesOf(samples: readonly Sample[]): Spread {
  return spreadOf(samples.map((sample) => (sample.operations * 1000) / sample.milliseconds))
}

/** Processor milliseconds of one operation. */
export function cpuOf(samples: readonly Sample[]): Spread {
  return spreadOf(samples.map((sample) => sample.cpuMilliseconds / sample.operations))
}

/** How the rates of two contenders compare, round by round: neighbours in time, so that noise cancels out. */
export function rateRatio(of: readonly Sample[], against: readonly Sample[]): Spread {
  const rate = (sample: Sample | undefined) =>
    sample === undefined ? Number.NaN : sample.operations / sample.milliseconds
  return spreadOf(of.map((sample, round) => rate(sample) / rate(against[round])))
}

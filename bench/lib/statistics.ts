/** Takes samples in interleaved rounds, and computes statistics of the samples. */

/** One measurement. */
export interface Sample {
  readonly operations: number
  readonly milliseconds: number
  /** CPU time of all threads of the measured process. */
  readonly cpuMilliseconds: number
}

/** Runs for a while and returns the measurement. */
export type Contender = () => Promise<Sample>

/** Samples of each contender, by name. */
export type Samples<Name extends string> = Readonly<Record<Name, readonly Sample[]>>

/**
 * Uncounted rounds for a complete server. Under load V8 compiles for about ten seconds on the core that the
 * client needs. A real server runs for days, so this time does not count.
 */
export const SERVER_WARM_UPS = 4

/**
 * Takes samples of all contenders in turn, A B C A B C …, so that other load of the machine affects all
 * contenders.
 * @param warmUps uncounted rounds before the counted rounds
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

/** Leaves out the contenders with these names, so that no samples of them are taken. */
export function without<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  names: readonly string[],
): Readonly<Record<Name, Contender>> {
  const left = Object.entries(contenders).filter(([name]) => !names.includes(name))
  return Object.fromEntries(left) as Record<Name, Contender>
}

/** Median, minimum and maximum of a non-empty list. */
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

/** The `q` quantile (0 to 1) of an ascending list. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

/** Operations per second of wall time. */
export function ratesOf(samples: readonly Sample[]): Spread {
  return spreadOf(samples.map((sample) => (sample.operations * 1000) / sample.milliseconds))
}

/** CPU milliseconds per operation. */
export function cpuOf(samples: readonly Sample[]): Spread {
  return spreadOf(samples.map((sample) => sample.cpuMilliseconds / sample.operations))
}

/** Ratio of the rates of two contenders in each round, so that noise cancels out. */
export function rateRatio(of: readonly Sample[], against: readonly Sample[]): Spread {
  const rate = (sample: Sample | undefined) =>
    sample === undefined ? Number.NaN : sample.operations / sample.milliseconds
  return spreadOf(of.map((sample, round) => rate(sample) / rate(against[round])))
}

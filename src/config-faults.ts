/** The error of invalid settings. */

/** Thrown for invalid settings. `faults` has one sentence for each wrong or unknown setting. */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

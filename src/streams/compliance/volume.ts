/**
 * Counts the messages of the compliance stream by minute, hour and day, partition and name. The memory size is fixed:
 * about 150 KB. The counts of hours and days are stored (stored-volume.ts). The counts of minutes start at zero when
 * the process starts.
 */
import { MESSAGE_NAMES, type MessageName } from '../../formats/compliance/message-names.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { PARTITIONS } from '../../log/partition.ts'

/** The length of each unit in milliseconds, and the number of latest units (`slots`) that have counters. */
const UNITS = {
  minute: { ms: 60_000, slots: 180 },
  hour: { ms: 3_600_000, slots: 72 },
  day: { ms: 86_400_000, slots: 62 },
} as const

export type VolumeUnit = keyof typeof UNITS
export const VOLUME_UNITS = Object.keys(UNITS) as readonly VolumeUnit[]

export interface VolumePoint {
  /** Start of the unit, in milliseconds since the Unix epoch. */
  readonly at: number
  /** The number of the partition, 1 to 8. */
  readonly partition: number
  readonly name: MessageName
  readonly count: number
}

const CELLS = PARTITIONS * MESSAGE_NAMES.length
const NAME_INDEX = new Map(MESSAGE_NAMES.map((name, index) => [name, index]))

export class MessageVolume {
  readonly #clock: Pick<Clock, 'now'>
  readonly #counters = VOLUME_UNITS.map((unit) => new Counters(UNITS[unit]))

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /**
   * Counts a message in the units of its time; ignores messages from before the oldest unit.
   * @param partition 1 to 8
   * @param at time of the message, in milliseconds since the Unix epoch; a future time counts as now
   */
  count(name: MessageName, partition: number, at: number): void {
    const time = Math.min(at, this.#clock.now())
    const cell = (partition - 1) * MESSAGE_NAMES.length + (NAME_INDEX.get(name) ?? 0)
    for (const counters of this.#counters) counters.add(time, cell)
  }

  /** Adds a stored count to the counts of one unit. */
  restore(unit: VolumeUnit, { at, partition, name, count }: VolumePoint): void {
    const cell = (partition - 1) * MESSAGE_NAMES.length + (NAME_INDEX.get(name) ?? 0)
    this.#counters[VOLUME_UNITS.indexOf(unit)]?.add(at, cell, count)
  }

  /** Every count above zero, oldest unit first. */
  read(unit: VolumeUnit): readonly VolumePoint[] {
    const counters = this.#counters[VOLUME_UNITS.indexOf(unit)]
    return counters === undefined ? [] : counters.read(this.#clock.now())
  }

  /** The length of the period that all slots of a unit cover, in milliseconds. */
  lengthOf(unit: VolumeUnit): number {
    return UNITS[unit].ms * UNITS[unit].slots
  }

  /** Start of the oldest unit that is counted, in milliseconds since the Unix epoch. */
  oldest(unit: VolumeUnit): number {
    const { ms, slots } = UNITS[unit]
    return (Math.floor(this.#clock.now() / ms) - slots + 1) * ms
  }
}

/** The counters of the latest units of one length, in a ring buffer. */
class Counters {
  readonly #ms: number
  readonly #slots: number
  readonly #counts: Uint32Array
  /** For each slot, the number of the unit that the slot counts. Units are numbered from the Unix epoch. */
  readonly #units: Float64Array

  constructor({ ms, slots }: { readonly ms: number; readonly slots: number }) {
    this.#ms = ms
    this.#slots = slots
    this.#counts = new Uint32Array(slots * CELLS)
    this.#units = new Float64Array(slots)
  }

  add(at: number, cell: number, count = 1): void {
    const unit = Math.floor(at / this.#ms)
    const slot = unit % this.#slots
    const stored = this.#units[slot] ?? 0
    if (unit < stored) return
    if (unit > stored) {
      this.#units[slot] = unit
      this.#counts.fill(0, slot * CELLS, (slot + 1) * CELLS)
    }
    const index = slot * CELLS + cell
    this.#counts[index] = (this.#counts[index] ?? 0) + count
  }

  read(now: number): readonly VolumePoint[] {
    const newest = Math.floor(now / this.#ms)
    const units = Array.from({ length: this.#slots }, (_, index) => newest - this.#slots + 1 + index)
    return units.filter((unit) => unit > 0).flatMap((unit) => this.#pointsOf(unit))
  }

  #pointsOf(unit: number): readonly VolumePoint[] {
    const slot = unit % this.#slots
    if (this.#units[slot] !== unit) return []
    const points: VolumePoint[] = []
    for (let cell = 0; cell < CELLS; cell += 1) {
      const count = this.#counts[slot * CELLS + cell] ?? 0
      const name = MESSAGE_NAMES[cell % MESSAGE_NAMES.length]
      if (count === 0 || name === undefined) continue
      points.push({
        at: unit * this.#ms,
        partition: Math.floor(cell / MESSAGE_NAMES.length) + 1,
        name,
        count,
      })
    }
    return points
  }
}

/**
 * The clock of test mode. A test can set, freeze and advance the clock, and can make it run at a multiple of real
 * time. The timers of a server in test mode use the time of this clock.
 *
 * When time passes, by itself or by a step, both the time of day and the monotonic clock advance, and timers become
 * due. A step to an earlier time changes only the time of day, as on a machine whose clock is set back. Therefore
 * pending timers keep their remaining time.
 */
import { SNOWFLAKE_EPOCH_MS } from '../lib/ids/snowflake.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import { isoTime } from '../lib/time/iso-time.ts'
import { ControlRefused } from './refused.ts'
import { type PendingTimer, TimerQueue } from './timer-queue.ts'

/** The earliest time of the clock: one millisecond after the epoch of ids. */
export const EARLIEST_MS = SNOWFLAKE_EPOCH_MS + 1

/**
 * The latest time of the clock. Ids have 41 bits for milliseconds. The rest of this range is left for leases and other
 * future times.
 */
export const LATEST_MS = Date.UTC(2079, 0, 1)

/** Maximum speed, as a multiple of real time. */
export const MAX_SPEED = 100_000

/**
 * Maximum number of times that one step runs a periodic timer. In a longer step, the timer runs less often than its
 * period requires.
 */
const MAX_PERIODIC_RUNS = 100

/**
 * Maximum number of timer runs in one step. If more runs are due, each timer that is still due runs once at the end
 * of the step.
 */
const MAX_STEP_RUNS = 20_000

/** Maximum delay of a Node timer. */
const MAX_DELAY_MS = 2 ** 31 - 1

export interface ClockState {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Multiple of real time; 0 for a frozen clock. */
  readonly speed: number
}

/** Values of the clock at one moment of the machine's monotonic clock. */
interface Anchor {
  readonly machine: number
  readonly now: number
  readonly monotonic: number
}

/** Waits for the effects of events, such as deliveries. */
export interface Settling {
  /** Waits for the effects of all events; called before and after time advances. */
  settle(): Promise<void>
  /**
   * Waits for the effects of events of this process. Called after the work that was given to {@link
   * ControlledClock.hold}.
   */
  settleOwn(): Promise<void>
}

const NOTHING = async () => undefined

export class ControlledClock implements Clock {
  /** The machine's clock, which gives real time. */
  readonly machine: Clock
  readonly #start: number | undefined
  readonly #startSpeed: number
  readonly #timers = new TimerQueue()
  #anchor: Anchor
  #speed: number
  #order = 0
  #disarm: (() => void) | undefined
  /** The last queued step; steps run in sequence. */
  #moving: Promise<void> = Promise.resolve()
  #isStepping = false
  #settling: Settling = { settle: NOTHING, settleOwn: NOTHING }
  readonly #held = new Set<Promise<void>>()

  /**
   * @param start milliseconds since the Unix epoch; default: the machine's time
   * @throws {ControlRefused} for a start outside the range of ids
   */
  constructor(machine: Clock = systemClock, start?: number, speed = 1) {
    this.machine = machine
    this.#start = start
    this.#startSpeed = requireSpeed(speed)
    this.#speed = speed
    const now = requireTime(start ?? machine.now())
    // Sums of whole milliseconds are exact, so timers are due at the same times in every run.
    this.#anchor = { machine: machine.monotonic(), now, monotonic: Math.ceil(machine.monotonic()) }
  }

  now(): number {
    return Math.floor(this.#anchor.now + this.#elapsed())
  }

  monotonic(): number {
    return this.#anchor.monotonic + this.#elapsed()
  }

  after(ms: number, task: () => void): () => void {
    return this.#add(ms, undefined, task)
  }

  every(ms: number, task: () => void): () => void {
    return this.#add(ms, ms, task)
  }

  get state(): ClockState {
    return { now: this.now(), speed: this.#speed }
  }

  /**
   * @param speed multiple of real time, from 0 (frozen) to {@link MAX_SPEED}
   * @throws {ControlRefused}
   */
  run(speed = 1): void {
    requireSpeed(speed)
    this.#anchor = this.#anchorNow()
    this.#speed = speed
    this.#arm()
  }

  freeze(): void {
    this.run(0)
  }

  onMove(settling: Settling): void {
    this.#settling = settling
  }

  /** Makes steps wait for this work, before they begin and before each timer. @param work must never reject */
  hold(work: Promise<void>): void {
    this.#held.add(work)
    void work.then(() => this.#held.delete(work))
  }

  /**
   * Sets the time and the speed that the clock had at the start. If no start was chosen, the time is the machine's
   * time.
   */
  restart(): Promise<void> {
    return this.#queue(async () => {
      const { machine, monotonic } = this.#anchorNow()
      this.#anchor = { machine, monotonic: Math.ceil(monotonic), now: this.#start ?? this.machine.now() }
      this.run(this.#startSpeed)
    })
  }

  /**
   * Sets the time of day. If the new time is later, time passes as in {@link step}.
   * @param now milliseconds since the Unix epoch
   * @param speed the speed from the moment at which the clock has this time; default: the present speed
   * @throws {ControlRefused} outside {@link EARLIEST_MS} to {@link LATEST_MS}, or for a wrong speed
   */
  set(now: number, speed?: number): Promise<void> {
    requireTime(now)
    if (speed !== undefined) requireSpeed(speed)
    return this.#queue(() => this.#move(() => now, speed))
  }

  /**
   * Lets time pass; due timers run in order, each at its time. Between two timers, the step waits for work that needs
   * only the event loop. A negative step changes the time of day to an earlier time and runs no timer.
   * @param ms milliseconds
   * @param speed the speed from the end of the step; default: the present speed
   * @throws {ControlRefused} for a result outside {@link EARLIEST_MS} to {@link LATEST_MS}, or for a wrong speed
   */
  step(ms: number, speed?: number): Promise<void> {
    if (!Number.isFinite(ms)) throw new ControlRefused('a step is a number of milliseconds')
    requireTime(this.now() + ms)
    if (speed !== undefined) requireSpeed(speed)
    return this.#queue(() => this.#move((start) => requireTime(start + ms), speed))
  }

  #queue(move: () => Promise<void>): Promise<void> {
    const moved = this.#moving.then(move)
    this.#moving = moved.catch(() => undefined) // The caller of the step gets the error.
    return moved
  }

  /** @param end returns the time of day after the move, for the time of day before it */
  async #move(end: (start: number) => number, speed: number | undefined): Promise<void> {
    await this.#finishHeld()
    await this.#settling.settle()
    // The machine's clock is read only once, because the new time must be exact at any speed.
    const start = this.#anchorNow()
    const now = end(start.now)
    try {
      if (now > start.now) await this.#pass(start, now, speed)
      else this.#endMove({ ...start, now }, speed)
    } finally {
      this.#arm()
    }
    await this.#settling.settle()
  }

  /** Sets the anchor and the speed together, so that no time passes between them at the former speed. */
  #endMove(anchor: Anchor, speed = this.#speed): void {
    this.#anchor = anchor
    this.#speed = speed
  }

  async #pass(start: Anchor, now: number, speed: number | undefined): Promise<void> {
    const until = start.monotonic + (now - start.now)
    const minPeriod = Math.ceil((now - start.now) / MAX_PERIODIC_RUNS)
    this.#isStepping = true
    this.#anchor = start
    try {
      for (let runs = 0; runs < MAX_STEP_RUNS; runs += 1) {
        const { next } = this.#timers
        if (next === undefined || next.due > until) break
        this.#anchor = this.#anchorAt(start, Math.max(this.#anchor.monotonic, next.due))
        this.#runNext(minPeriod)
        await new Promise(setImmediate)
        await this.#finishHeld()
      }
    } finally {
      this.#isStepping = false
      this.#endMove({ ...this.#anchorAt(start, until), now }, speed)
    }
    this.#runDue()
  }

  async #finishHeld(): Promise<void> {
    if (this.#held.size === 0) return
    await Promise.all(this.#held)
    await this.#settling.settleOwn()
  }

  /** The time of day and the monotonic clock after a part of a step. @param monotonic the new time of the latter */
  #anchorAt(start: Anchor, monotonic: number): Anchor {
    return {
      machine: this.machine.monotonic(),
      now: start.now + monotonic - start.monotonic,
      monotonic,
    }
  }

  #anchorNow(): Anchor {
    const machine = this.machine.monotonic()
    const elapsed = this.#elapsed(machine)
    return { machine, now: this.#anchor.now + elapsed, monotonic: this.#anchor.monotonic + elapsed }
  }

  /**
   * Milliseconds of the controlled clock since the anchor. During a step, the result is 0, because the step moves the
   * anchor.
   */
  #elapsed(machine = this.machine.monotonic()): number {
    return this.#isStepping ? 0 : (machine - this.#anchor.machine) * this.#speed
  }

  #add(ms: number, period: number | undefined, task: () => void): () => void {
    this.#order += 1
    const due = this.monotonic() + Math.max(ms, 0)
    const timer: PendingTimer = { due, period, task, order: this.#order, isCancelled: false }
    this.#timers.add(timer)
    if (this.#timers.next === timer) this.#arm()
    return () => this.#timers.cancel(timer)
  }

  /** Runs the next timer. A periodic timer is due again after the longer of its period and `minPeriod`. */
  #runNext(minPeriod: number): void {
    const timer = this.#timers.take()
    if (timer === undefined) return
    const { period, task } = timer
    if (period !== undefined) {
      // Missed periods are skipped, as in Node.
      timer.due = Math.max(timer.due + Math.max(period, minPeriod), this.monotonic())
      this.#timers.add(timer)
    }
    task()
  }

  /** Runs once each timer that is due now. */
  #runDue(): void {
    const now = this.monotonic()
    const last = this.#order
    for (let left = this.#timers.size; left > 0; left -= 1) {
      const { next } = this.#timers
      if (next === undefined || next.due > now || next.order > last) return
      this.#runNext(0)
    }
  }

  /** Sets a timer of the machine's clock that runs when the next timer of this clock is due. */
  #arm(): void {
    this.#disarm?.()
    this.#disarm = undefined
    const { next } = this.#timers
    if (next === undefined || this.#speed === 0 || this.#isStepping) return
    const delay = Math.ceil((next.due - this.monotonic()) / this.#speed)
    this.#disarm = this.machine.after(Math.min(Math.max(delay, 0), MAX_DELAY_MS), () => {
      try {
        this.#runDue()
      } finally {
        this.#arm()
      }
    })
  }
}

function requireTime(ms: number): number {
  if (ms >= EARLIEST_MS && ms <= LATEST_MS) return ms
  throw new ControlRefused(
    `the clock shows times from ${isoTime(EARLIEST_MS)}, the first day of ids with a time, to ${isoTime(LATEST_MS)}`,
  )
}

function requireSpeed(speed: number): number {
  if (speed >= 0 && speed <= MAX_SPEED) return speed
  throw new ControlRefused(`the speed of the clock is a number from 0 (frozen) to ${MAX_SPEED}`)
}

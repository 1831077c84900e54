/**
 * Runs timed actions in sequence, with the controlled clock. A late action runs as soon as possible. A step of the
 * clock waits for the actions, so that equal steps have equal effects in the same order.
 */
import type { ControlledClock } from '../clock.ts'

/** An action of a recording or simulation. */
export interface TimedAction {
  /** Milliseconds since the start of the traffic. */
  readonly at: number
  /** Runs the action; it must not wait for the clock. @throws an error that ends the traffic */
  run(): Promise<void>
}

/**
 * Actions in the order of their times. The player takes each action from the source only when it needs the action.
 */
export type ActionSource = AsyncGenerator<TimedAction, undefined>

export interface PlayerParts {
  readonly clock: Pick<ControlledClock, 'monotonic' | 'after' | 'hold'>
  /** Opens the source; called before the first action. */
  readonly open: () => ActionSource
  /** Factor by which the traffic runs faster; default 1. */
  readonly speed?: number
}

/**
 * Maximum number of actions in one round. The number is limited, because `seek` and `step` wait for the end of a round.
 */
const MAX_ROUND = 200

export type PlayerState = 'running' | 'paused' | 'finished' | 'stopped' | 'failed'

export class Player {
  readonly #parts: PlayerParts
  #source: ActionSource
  /** Time of the last action that was taken from the source. */
  #takenAt = 0
  #state: PlayerState = 'running'
  #next: TimedAction | undefined
  /** Start of the traffic, on the clock's monotonic time in milliseconds. */
  #zero: number
  #speed: number
  #pausedAt = 0
  #cancel: () => void = () => undefined
  #working: Promise<void> = Promise.resolve()
  #error: unknown

  constructor(parts: PlayerParts) {
    this.#parts = parts
    this.#source = parts.open()
    this.#zero = parts.clock.monotonic()
    this.#speed = parts.speed ?? 1
  }

  get state(): PlayerState {
    return this.#state
  }

  /** The error that ended the traffic. */
  get error(): unknown {
    return this.#error
  }

  /** Milliseconds of the traffic that have passed. */
  get position(): number {
    if (this.#state !== 'running') return this.#pausedAt
    return Math.max(0, (this.#parts.clock.monotonic() - this.#zero) * this.#speed)
  }

  /** Milliseconds by which the next action is late. */
  get lateMs(): number {
    return this.#next === undefined ? 0 : Math.max(0, Math.round(this.position - this.#next.at))
  }

  start(): void {
    this.#plan()
  }

  /** Pauses the traffic. Resolves when no action is running. */
  async pause(): Promise<void> {
    if (this.#state !== 'running') return
    this.#pausedAt = this.position
    this.#state = 'paused'
    this.#cancel()
    await this.#working
  }

  resume(): void {
    if (this.#state !== 'paused') return
    this.#moveTo(this.#pausedAt)
    this.#state = 'running'
    this.#plan()
  }

  /**
   * Moves to a position and skips the actions before it. Moving back opens the source again.
   * @param position milliseconds
   */
  async seek(position: number): Promise<void> {
    await this.#queue(async () => {
      if (position <= this.#takenAt) {
        await this.#source.return(undefined)
        this.#source = this.#parts.open()
        this.#next = undefined
      }
      for (let action = await this.#peek(); action !== undefined && action.at < position; ) {
        this.#take()
        action = await this.#peek()
      }
      this.#jump(position)
    })
    if (this.#state === 'running') this.#plan()
  }

  #jump(position: number): void {
    if (this.#state === 'paused') this.#pausedAt = position
    else this.#moveTo(position)
  }

  /** Runs the next actions immediately, and moves the position to the last of these actions. */
  async step(count: number): Promise<void> {
    await this.#queue(async () => {
      for (let done = 0; done < count; done += 1) {
        const action = await this.#peek()
        if (action === undefined) return
        this.#take()
        await action.run()
        this.#jump(Math.max(this.position, action.at))
      }
    })
    if (this.#state === 'running') this.#plan()
  }

  /** Ends the traffic. Resolves when no action is running. */
  async stop(): Promise<void> {
    if (this.#state === 'running' || this.#state === 'paused') this.#end('stopped')
    await this.#working
  }

  #moveTo(position: number): void {
    this.#zero = this.#parts.clock.monotonic() - position / this.#speed
  }

  /** Runs the actions that are due, then waits for the next action. */
  #plan(): void {
    this.#cancel()
    this.#parts.clock.hold(this.#queue(() => this.#round()))
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#working = this.#working.then(work).catch((error: unknown) => {
      this.#error = error
      this.#end('failed')
    })
    return this.#working
  }

  async #round(): Promise<void> {
    for (let done = 0; this.#state === 'running'; done += 1) {
      const action = await this.#peek()
      if (action === undefined || this.#state !== 'running') return
      const rest = (action.at - this.position) / this.#speed
      if (rest > 0 || done === MAX_ROUND) {
        this.#cancel()
        this.#cancel = this.#parts.clock.after(Math.ceil(Math.max(rest, 0)), () => this.#plan())
        return
      }
      this.#take()
      await action.run()
    }
  }

  #take(): void {
    this.#takenAt = this.#next?.at ?? this.#takenAt
    this.#next = undefined
  }

  async #peek(): Promise<TimedAction | undefined> {
    if (this.#next === undefined) {
      const { value } = await this.#source.next()
      if (value === undefined) this.#end('finished')
      this.#next = value
    }
    return this.#next
  }

  #end(state: 'finished' | 'stopped' | 'failed'): void {
    if (this.#state !== 'running' && this.#state !== 'paused') return
    if (this.#state === 'running') this.#pausedAt = this.position
    this.#state = state
    this.#cancel()
    void this.#source.return(undefined)
  }
}

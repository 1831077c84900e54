/** Runs the traffic of a server in test mode. Only one simulation or replay runs at a time. */
import type { Context } from '../../domain/context.ts'
import type { ControlledClock } from '../clock.ts'
import { ControlRefused } from '../refused.ts'
import { Player, type PlayerState } from './player.ts'
import type { ReplayOptions } from './replay-options.ts'
import { readSimulationOptions } from './simulation-options.ts'

export interface TrafficParts {
  readonly context: Context
  readonly clock: ControlledClock
}

/** The state of the traffic, as JSON. */
export interface TrafficState extends Readonly<Record<string, unknown>> {
  readonly kind: 'simulation' | 'replay'
  readonly state: PlayerState
  readonly position_ms: number
  readonly late_ms: number
  readonly error?: string
  /** Length of a simulation. */
  readonly length_ms?: number
  /** Number of actions of a simulation, by kind. */
  readonly counts?: Readonly<Record<string, number>>
}

interface Current {
  readonly kind: TrafficState['kind']
  readonly player: Player
  /** Members of the state that only simulations or only replays have. */
  facts(): Partial<TrafficState>
}

/** Maximum number of actions in one step. */
const MAX_STEP = 10_000

export class Traffic {
  readonly #parts: TrafficParts
  #current: Current | undefined
  #isStarting = false

  constructor(parts: TrafficParts) {
    this.#parts = parts
  }

  /**
   * Creates the users of a simulation and starts it.
   * @param body the options, as the client sent them
   * @throws {ControlRefused} for invalid options, and while other traffic is running
   */
  async simulate(body: unknown): Promise<void> {
    const options = readSimulationOptions(body)
    return this.#start(async () => {
      const { context, clock } = this.#parts
      // These imports are dynamic, because most tests use no traffic.
      const [{ gatherCrowd }, { Simulation }] = await Promise.all([
        import('./crowd.ts'),
        import('./simulation.ts'),
      ])
      const users = await gatherCrowd(context, options)
      const simulation = new Simulation(context, options, users)
      const player = new Player({ clock, open: () => simulation.actions() })
      const { seconds } = options
      return {
        ...{ kind: 'simulation', player },
        facts: () => ({
          length_ms: seconds * 1_000,
          counts: { ...simulation.counts },
          peak: simulation.peak,
        }),
      }
    })
  }

  /**
   * Starts to publish the posts of a file.
   * @throws {ControlRefused} while other traffic is running, and for an unreadable file
   */
  replay(options: ReplayOptions): Promise<void> {
    return this.#start(async () => {
      const { context, clock } = this.#parts
      const { Replay } = await import('./replay.ts')
      const replay = await Replay.open(context, options)
      const player = new Player({ clock, open: () => replay.actions(), speed: options.speed })
      return { kind: 'replay', player, facts: () => ({ ...replay.facts }) }
    })
  }

  /** The state; undefined before the first traffic. */
  get state(): TrafficState | undefined {
    if (this.#current === undefined) return undefined
    const { kind, player, facts } = this.#current
    return {
      ...{ kind, state: player.state, position_ms: Math.floor(player.position), late_ms: player.lateMs },
      ...(player.error === undefined ? {} : { error: messageOf(player.error) }),
      ...facts(),
    }
  }

  /** Pauses the traffic. Resolves when no action is running. */
  async pause(): Promise<void> {
    await this.#running().player.pause()
  }

  resume(): void {
    this.#running().player.resume()
  }

  /**
   * Runs the next actions immediately.
   * @throws {ControlRefused} if `count` is not 1 to {@link MAX_STEP}, and if no traffic is running
   */
  async step(count: number): Promise<void> {
    if (!Number.isInteger(count) || count < 1 || count > MAX_STEP)
      throw new ControlRefused(`step is a number of actions from 1 to ${MAX_STEP}`)
    await this.#running().player.step(count)
  }

  /**
   * Moves a replay.
   * @param position milliseconds since the first post
   * @throws {ControlRefused} for a simulation, and if no traffic is running
   */
  async seek(position: number): Promise<void> {
    const { kind, player } = this.#running()
    if (kind === 'simulation')
      throw new ControlRefused(
        'a simulation cannot seek, because its posts answer earlier ones; step the clock',
        'conflict',
      )
    await player.seek(position)
  }

  /** Ends the traffic, if traffic is running. */
  async stop(): Promise<void> {
    await this.#current?.player.stop()
  }

  #running(): Current {
    if (this.#current !== undefined && isGoingOn(this.#current)) return this.#current
    throw new ControlRefused(
      'no traffic is running; start it with POST /test/simulate or /test/replay',
      'conflict',
    )
  }

  async #start(make: () => Promise<Current>): Promise<void> {
    if (this.#isStarting || (this.#current !== undefined && isGoingOn(this.#current)))
      throw new ControlRefused('traffic is running; end it with DELETE /test/traffic', 'conflict')
    this.#isStarting = true
    try {
      this.#current = await make()
      this.#current.player.start()
    } finally {
      this.#isStarting = false
    }
  }
}

function isGoingOn({ player: { state } }: Current): boolean {
  return state === 'running' || state === 'paused'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

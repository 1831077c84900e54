/** Contains the fault plan of a server, and counts the calls that its faults select and affect. */
import { pathPattern } from '../path-pattern.ts'
import { parsePlan } from './parse-plan.ts'
import type { Fault, FaultPlan, FaultTarget } from './plan.ts'
import type { FaultVocabulary } from './vocabulary.ts'

/** A request, stream or delivery, with the properties by which faults select it. */
export interface FaultSubject {
  readonly method: string
  /** Path without the query. */
  readonly path: string
  /** Declared path of the endpoint. */
  readonly endpoint: string | undefined
  readonly appId: bigint | undefined
  readonly userId: bigint | undefined
}

/** A fault of the plan, with its counts. */
interface Armed {
  readonly fault: Fault
  readonly isOn: (path: string) => boolean
  /** Returns the next random number from 0 to 1. */
  readonly draw: () => number
  calls: number
  hits: number
}

export interface FaultCounts {
  readonly name: string
  readonly on: FaultTarget
  /** Number of selected calls so far. */
  readonly calls: number
  /** Number of calls that the fault affected. */
  readonly hits: number
}

export interface SentPlan extends FaultPlan {
  /** The plan in JSON or YAML, as the client sent it. */
  readonly text: string
}

const NO_PLAN: SentPlan = { seed: 0, faults: [], text: '' }

export class FaultInjector {
  /** Names that plans can use; set by edge.ts, which knows the families and streams. */
  vocabulary: FaultVocabulary = { families: [], disconnects: [] }
  #armed: readonly Armed[] = []
  #plan = NO_PLAN

  /** The plan and its text; both are empty if there is no plan. */
  get plan(): SentPlan {
    return this.#plan
  }

  get isEmpty(): boolean {
    return this.#armed.length === 0
  }

  /**
   * Replaces the plan.
   * @param text JSON or YAML
   * @throws {ControlRefused} with line and column
   */
  load(text: string): void {
    this.arm({ ...parsePlan(text, this.vocabulary), text })
  }

  /**
   * Replaces the plan. All counts begin again at 0, and the sequence of random numbers starts again from the seed.
   */
  arm(plan: SentPlan): void {
    const { seed, faults } = plan
    this.#plan = plan
    this.#armed = faults.map((fault, index) => ({
      fault,
      isOn: fault.path === undefined ? () => true : pathPattern(fault.path),
      draw: randomNumbers(seed, index),
      calls: 0,
      hits: 0,
    }))
  }

  /** Removes the plan. */
  clear(): void {
    this.arm(NO_PLAN)
  }

  counts(): readonly FaultCounts[] {
    return this.#armed.map(({ fault: { name, on }, calls, hits }) => ({ name, on, calls, hits }))
  }

  /** The faults to inject, in the order of the plan. Every fault that selects the subject counts this call. */
  select<On extends FaultTarget>(on: On, subject: FaultSubject): readonly Extract<Fault, { on: On }>[] {
    const selected: Extract<Fault, { on: On }>[] = []
    for (const armed of this.#armed) {
      const { fault } = armed
      if (fault.on !== on || !isSelected(armed, subject)) continue
      armed.calls += 1
      if (fault.times !== undefined && armed.hits >= fault.times) continue
      if (!isDue(fault.calls, armed.calls)) continue
      if (fault.probability !== undefined && armed.draw() >= fault.probability) continue
      armed.hits += 1
      selected.push(fault as Extract<Fault, { on: On }>)
    }
    return selected
  }
}

function isSelected(
  { fault, isOn }: Armed,
  { method, path, endpoint, appId, userId }: FaultSubject,
): boolean {
  return (
    (fault.method === undefined || fault.method === method) &&
    (fault.app === undefined || fault.app === appId) &&
    (fault.user === undefined || fault.user === userId) &&
    (fault.on === 'webhooks' || !isConsole(path) || isConsole(fault.path ?? '')) &&
    (isOn(path) || (endpoint !== undefined && fault.path === endpoint))
  )
}

/** Faults for all paths do not apply to the console, because operators remove plans there. */
function isConsole(path: string): boolean {
  return path === '/console' || path.startsWith('/console/')
}

function isDue(calls: Fault['calls'], number: number): boolean {
  if (calls === undefined) return true
  if (typeof calls === 'number') return calls === number
  const { every = 1, from = 1, to = Number.POSITIVE_INFINITY } = calls
  return number >= from && number <= to && (number - from + 1) % every === 0
}

/** Mulberry32. The function returns the same random numbers for the same seed and index in the plan. */
function randomNumbers(seed: number, index: number): () => number {
  let state = (seed + Math.imul(index, 0x9e3779b9)) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

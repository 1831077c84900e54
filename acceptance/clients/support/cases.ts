/** Describes calls of clients as data, with the expected results, and runs them. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ClientError } from './client-process.ts'
import type { Network } from './network.ts'
import { NOT_YET } from './not-yet.ts'

/** Values that earlier cases saved. */
export type Saved = Readonly<Record<string, string>>

export type Arguments = readonly unknown[]
export type Keywords = Readonly<Record<string, unknown>>

export interface Case {
  /** Name of the method or command. Several cases may have the same name. */
  readonly call: string
  /** Text that distinguishes this case from others of the same call. */
  readonly note?: string
  /** Name of the object that is called. The default is the first object of the suite. */
  readonly on?: string
  readonly args?: (network: Network, saved: Saved) => Arguments
  readonly kwargs?: (network: Network, saved: Saved) => Keywords
  /** Reads an iterator to its end. */
  readonly list?: boolean
  /** Saves the result under this name in the client's process. */
  readonly as?: string
  /** Expected values by path. {@link pick} reads the paths. */
  readonly sees?: (network: Network, saved: Saved) => Readonly<Record<string, unknown>>
  /** The class of error that the client must raise. */
  readonly refused?: string
  /** Paths of values to save for later cases, by name. */
  readonly saves?: Readonly<Record<string, string>>
}

/** A case with its arguments. */
export interface Call {
  readonly on: string | undefined
  readonly call: string
  readonly args: Arguments
  readonly kwargs: Keywords
  readonly list: boolean
  readonly as: string | undefined
}

/**
 * Runs the cases in order, each as a subtest. A case in {@link NOT_YET} must fail.
 * @param client name of the client in titles and lists
 * @param known values that cases may use from the beginning
 */
export async function runCases(
  t: TestContext,
  client: string,
  cases: readonly Case[],
  network: Network,
  run: (call: Call) => Promise<unknown>,
  known: Saved = {},
): Promise<void> {
  const saved: Record<string, string> = { ...known }
  for (const each of cases) {
    const title = titleOf(client, each)
    await t.test(title, async (test) => {
      const reason = NOT_YET[title]
      if (reason === undefined) return check(each, network, saved, run)
      await assert.rejects(check(each, network, saved, run), `${title} works: take it from the list`)
      test.todo(reason)
    })
  }
}

function titleOf(client: string, { call, note }: Case): string {
  return `${client} ${call}${note === undefined ? '' : `: ${note}`}`
}

async function check(
  { on, call, args, kwargs, list, as, sees, refused, saves }: Case,
  network: Network,
  saved: Record<string, string>,
  run: (call: Call) => Promise<unknown>,
): Promise<void> {
  const made: Call = {
    on,
    call,
    args: args?.(network, saved) ?? [],
    kwargs: kwargs?.(network, saved) ?? {},
    list: list === true,
    as,
  }
  if (refused !== undefined) {
    await assert.rejects(run(made), (error) => error instanceof ClientError && error.type === refused)
    return
  }
  const result = await run(made)
  for (const [name, path] of Object.entries(saves ?? {})) saved[name] = String(pick(result, path))
  const expected = sees?.(network, saved) ?? {}
  const seen = Object.fromEntries(Object.keys(expected).map((path) => [path, pick(result, path)]))
  assert.deepEqual(seen, expected, JSON.stringify(result)?.slice(0, 2_000))
}

/**
 * Returns the value at a path. A path consists of names and indices, separated by dots; `*` means every
 * item of a list, and `#` the length of a list. The empty path means the value itself.
 */
export function pick(value: unknown, path: string): unknown {
  if (path === '') return value
  const [first = '', ...rest] = path.split('.')
  const below = rest.join('.')
  if (first === '#') return Array.isArray(value) ? value.length : undefined
  if (first === '*') return Array.isArray(value) ? value.map((item) => pick(item, below)) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  return pick((value as Record<string, unknown>)[first], below)
}

/**
 * Checks that every call has a case.
 * @param calls names that the library has
 */
export function requireCases(calls: readonly string[], cases: readonly Case[]): void {
  const covered = new Set(cases.map(({ call }) => call))
  assert.deepEqual(
    calls.filter((call) => !covered.has(call)),
    [],
    'calls without a case',
  )
  const named = new Set(calls)
  assert.deepEqual(
    [...covered].filter((call) => !named.has(call)),
    [],
    'cases of calls that the library does not have',
  )
}

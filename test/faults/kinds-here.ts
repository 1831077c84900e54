/** Finds the kinds of faults that the programs on this machine can make. */
import { existsSync } from 'node:fs'
import { NEEDS_NATS } from '../support/processes/nats-server.ts'
import { type FaultKind, KINDS } from './plan.ts'

/** Paths at which Debian installs libfaketime. */
const FAKETIME = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketime.so.1`)

/** Path of the library that gives a process a wrong clock; undefined when it is not installed. */
export function faketime(): string | undefined {
  return FAKETIME.find((file) => existsSync(file))
}

export interface KindsHere {
  readonly kinds: readonly FaultKind[]
  /** The reason why this machine cannot make a kind of fault, by kind. */
  readonly skipped: Readonly<Record<string, string>>
}

export function kindsHere(): KindsHere {
  const kinds: FaultKind[] = [...KINDS]
  const skipped: Record<string, string> = {}
  for (const kind of ['nats', 'cut-nats', 'kill-holder'] as const)
    if (NEEDS_NATS.skip === false) kinds.push(kind)
    else skipped[kind] = NEEDS_NATS.skip
  if (faketime() === undefined) skipped['skew'] = 'libfaketime is not installed'
  else kinds.push('skew')
  return { kinds, skipped }
}

/** Which kinds of faults the programs of this machine allow. */
import { existsSync } from 'node:fs'
import { NEEDS_NATS } from '../support/nats-server.ts'
import { type FaultKind, KINDS } from './plan.ts'

/** Places of the library of Debian. */
const FAKETIME = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketime.so.1`)

/** The library that gives a process another clock; undefined where it is not installed. */
export function faketime(): string | undefined {
  return FAKETIME.find((file) => existsSync(file))
}

export interface KindsHere {
  readonly kinds: readonly FaultKind[]
  /** Reasons, by kind. */
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

/** Defines the interface to which all readers of ids pass their ids, and the check for rounded ids. */

import { looksRounded, type Rounding } from '../lib/ids/rounding.ts'
import { type IdSubject, ROUNDED } from './parse-id.ts'

export interface Unreadable {
  /** Number of the line, from 1. */
  readonly line: number
  readonly reason: string
}

/** Receives ids and faults. */
export interface IdSink {
  /** @param wasDeleted true when the file lists the id as deleted */
  id(id: bigint, wasDeleted: boolean): void
  unreadable(fault: Unreadable): void
  /** Called once for each text that is a table or has a header, with the column that contains the ids. */
  column(name: string): void
}

export interface ReadTextOptions {
  readonly subject: IdSubject
  /** Column of the ids, by its name or its number. */
  readonly column?: string | undefined
  readonly rounding: Rounding
  readonly sink: IdSink
}

interface ReadId {
  readonly id: bigint
  /** Undefined when the id cannot have been rounded. */
  readonly digits: string | undefined
  readonly wasDeleted: boolean
  readonly line: number
}

/** Passes an id to the sink, or reports the id as unreadable when it looks rounded. */
export function emitId({ rounding, sink }: ReadTextOptions, { id, digits, wasDeleted, line }: ReadId): void {
  if (digits !== undefined) {
    rounding.count(digits)
    if (looksRounded(digits)) {
      sink.unreadable({ line, reason: `${digits}: ${ROUNDED}` })
      return
    }
  }
  sink.id(id, wasDeleted)
}

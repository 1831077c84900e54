/** Where what is read goes, and what every reader of a text does with an id. */
import { looksRounded, type Rounding } from './rounding.ts'
import { type IdSubject, ROUNDED } from './parse-id.ts'

export interface Unreadable {
  /** From 1. */
  readonly line: number
  readonly reason: string
}

/** Takes what is read. */
export interface IdSink {
  /** @param wasDeleted whether the file says that it was deleted */
  id(id: bigint, wasDeleted: boolean): void
  unreadable(fault: Unreadable): void
  /** Named once for a table. */
  column(name: string): void
}

export interface ReadTextOptions {
  readonly subject: IdSubject
  /** The column of the ids, by its name or number. */
  readonly column?: string | undefined
  readonly rounding: Rounding
  readonly sink: IdSink
}

interface Kept {
  readonly id: bigint
  /** Undefined where they cannot have been rounded. */
  readonly digits: string | undefined
  readonly wasDeleted: boolean
  readonly line: number
}

/** Hands an id on, or names it when it may have been rounded. */
export function passOn({ rounding, sink }: ReadTextOptions, { id, digits, wasDeleted, line }: Kept): void {
  if (digits !== undefined) {
    rounding.note(digits)
    if (looksRounded(digits)) {
      sink.unreadable({ line, reason: `${digits}: ${ROUNDED}` })
      return
    }
  }
  sink.id(id, wasDeleted)
}

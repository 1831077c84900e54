import type { Outcome } from '../db/store.ts'
import { Refusal } from './context.ts'

/** What a decision says to its input: its value, or the refusal that it threw. */
export function outcomeOf<T>(decide: () => T): Outcome<T> {
  try {
    return { value: decide() }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}

import type { Outcome } from '../db/store.ts'
import { Refusal } from './context.ts'

/**
 * Converts the result of `decide` into an outcome: the returned value, or the thrown {@link Refusal}. Other errors are
 * thrown again.
 */
export function outcomeOf<T>(decide: () => T): Outcome<T> {
  try {
    return { value: decide() }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}

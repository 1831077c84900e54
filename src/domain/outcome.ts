import type { Outcome } from '../db/store.ts'
import { Refusal } from './context.ts'

/** The value that `decide` returns, or the {@link Refusal} that it throws; rethrows other errors. */
export function outcomeOf<T>(decide: () => T): Outcome<T> {
  try {
    return { value: decide() }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}

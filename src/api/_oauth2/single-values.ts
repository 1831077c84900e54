/** Parameters that may be repeated only with equal values. */
import type { Sent } from '../../http/form.ts'

/** The first value of a parameter; undefined when it was not sent or is empty. */
export function singleOf(sent: Sent, name: string): string | undefined {
  return sent.get(name)?.find((value) => value !== '')
}

/** True if a parameter was sent with different values. Empty values do not count. */
export function isRepeatedUnequally(sent: Sent, name: string): boolean {
  const values = sent.get(name)?.filter((value) => value !== '') ?? []
  return values.some((value) => value !== values[0])
}

import { COMPLIANCE } from '../../text/compliance.ts'

const TEXTS = COMPLIANCE.volume

/** Number of messages of a name in a partition, in one interval of time. */
export interface VolumePoint {
  readonly at: number
  readonly partition: number
  readonly name: string
  readonly count: number
}

/** The name of a message as the page shows it. */
export function shownName(name: string): string {
  return name === 'test' ? TEXTS.test : name
}

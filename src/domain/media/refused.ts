import { ExpectedError } from '../../lib/expected-error.ts'
import type { UploadFault } from './facts.ts'

/** Thrown when an upload or a step of it is refused. `fault` is for programs, and the message is for the log. */
export class UploadRefused extends ExpectedError {
  override readonly name = 'UploadRefused'
  readonly fault: UploadFault

  constructor(fault: UploadFault, message: string) {
    super(message)
    this.fault = fault
  }
}

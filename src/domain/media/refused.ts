import { ExpectedError } from '../../lib/expected-error.ts'
import type { UploadFault } from './facts.ts'

/** Why an upload, or a step of one, was refused; `fault` is for programs, the message for the log. */
export class UploadRefused extends ExpectedError {
  override readonly name = 'UploadRefused'
  readonly fault: UploadFault

  constructor(fault: UploadFault, message: string) {
    super(message)
    this.fault = fault
  }
}

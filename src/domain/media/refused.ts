import { ExpectedError } from '../../lib/expected-error.ts'
import type { UploadFault } from './facts.ts'

/** Thrown for a refused upload or upload step; `fault` is machine-readable, the message is for the log. */
export class UploadRefused extends ExpectedError {
  override readonly name = 'UploadRefused'
  readonly fault: UploadFault

  constructor(fault: UploadFault, message: string) {
    super(message)
    this.fault = fault
  }
}

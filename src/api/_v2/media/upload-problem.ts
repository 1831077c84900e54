/** Errors of refused uploads in API v2 (spec/v2-messages-and-media.md#media-upload). */
import { UploadRefused } from '../../../domain/media/refused.ts'
import { BadBody, EdgeError } from '../../../http/endpoint.ts'
import { Problem, problemEntry } from '../../_problems.ts'
import { UPLOAD_ERRORS } from '../../1.1/_errors.ts'

/** Errors of all calls about uploads. */
export const UPLOAD_PROBLEMS = [problemEntry('invalidRequest'), problemEntry('clientForbidden')]

/** Errors of calls that check the size of an upload. */
export const SIZE_PROBLEMS = [...UPLOAD_PROBLEMS, problemEntry('tooLarge')]

/** Errors of calls that reserve storage. */
export const STORAGE_PROBLEMS = [...SIZE_PROBLEMS, problemEntry('forbidden')]

/** Runs a step of an upload. @throws {Problem} for a refused step */
export async function uploading<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof UploadRefused) throw problemOf(error)
    // Invalid base64 is reported as an error of a parameter.
    if (error instanceof EdgeError && error.reason === 'bad-request') {
      throw new BadBody(error.message, { cause: error })
    }
    throw error
  }
}

function problemOf({ fault }: UploadRefused): Problem {
  const { status, message } = UPLOAD_ERRORS[fault]
  if (status === 413) return new Problem('tooLarge', message)
  if (status === 403) return new Problem('forbidden', message)
  return new Problem('invalidRequest', undefined, [{ message }])
}

/** The problem for an unknown value of `command`. */
export function unknownCommand(): Problem {
  return new Problem('invalidRequest', undefined, [{ message: UPLOAD_ERRORS['command-unknown'].message }])
}

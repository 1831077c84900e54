/** Reading request bodies: bounded, and only as text. */
import type { IncomingMessage } from 'node:http'
import { EdgeError } from './endpoint.ts'

/** Bytes of a form body; it must be read before anybody is authenticated, because signatures cover it. */
export const FORM_LARGEST = 64 * 1024

/** Whether the content type is `application/x-www-form-urlencoded`, whatever its parameters and case. */
export function isForm(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

/**
 * The body as text of at most `largest` bytes.
 * @throws {EdgeError} `body-too-large`, without having kept more than `largest` bytes
 */
export async function readText(request: IncomingMessage, largest: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > largest) throw tooLarge(largest)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > largest) throw tooLarge(largest)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof EdgeError) throw error
    throw new EdgeError('bad-request', 'the body ended before its time', { cause: error })
  }
  return Buffer.concat(chunks).toString('utf8')
}

function tooLarge(largest: number): EdgeError {
  return new EdgeError('body-too-large', `the body is larger than ${largest} bytes`)
}

/** Uploads a file in chunks with the core protocol of tus 1.0, and continues after failures. */
import { fetchWithSession } from '../../../api/fetch.ts'
import { asProblem, problemOf } from '../../../api/problem.ts'

const UPLOADS = '/console/api/operator/uploads'
const TUS = { 'tus-resumable': '1.0.0' }

const MIN_CHUNK = 256 * 1024
const FIRST_CHUNK = 1024 * 1024
/** Milliseconds that a chunk should take, well below the server's limit of 30 seconds. */
const CHUNK_MS = 5_000
/** Maximum number of failures in a row, about ten minutes without a connection. */
const MAX_FAILURES = 24
const MAX_WAIT_MS = 30_000
const TOO_SLOW = 408

async function ask(path: string, init: RequestInit): Promise<Response> {
  const response = await fetchWithSession(new Request(path, init))
  if (response.ok) return response
  throw problemOf(response.status, await response.json().catch(() => undefined))
}

/** Begins an upload. @returns the id of the upload @throws {ApiProblem} */
export async function beginUpload({ name, size }: File): Promise<string> {
  const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(name)))
  const response = await ask(UPLOADS, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': `filename ${encoded}` },
  })
  const { id } = (await response.json()) as { readonly id: string }
  return id
}

interface Sending {
  readonly maxChunk: number
  readonly signal: AbortSignal
  readonly onOffset: (offset: number) => void
  /** Called with true before a pause after a failure, and with false after the next success. */
  readonly onWaiting: (isWaiting: boolean) => void
}

/**
 * Sends the part of the file that the server does not have. @throws {ApiProblem} for a permanent error, or after too
 * many failures
 */
export async function sendFile(id: string, file: File, sending: Sending): Promise<void> {
  const { maxChunk, signal, onOffset, onWaiting } = sending
  let size = Math.min(FIRST_CHUNK, maxChunk)
  let failures = 0
  let offset: number | undefined
  while (offset === undefined || offset < file.size) {
    try {
      offset ??= await offsetOf(id, signal)
      onOffset(offset)
      if (offset >= file.size) break
      const began = performance.now()
      const chunk = file.slice(offset, offset + size)
      offset = await append(id, offset, chunk, signal)
      size = nextSize(chunk.size, performance.now() - began, maxChunk)
      if (failures > 0) onWaiting(false)
      failures = 0
      onOffset(offset)
    } catch (error) {
      signal.throwIfAborted()
      const problem = asProblem(error)
      // The response may be lost although the server has stored the chunk, so the next step requests the
      // offset from the server.
      offset = undefined
      const isLost = problem.reason === 'upload-offset-wrong'
      if ((!isLost && !problem.isTemporary && problem.status !== TOO_SLOW) || failures >= MAX_FAILURES)
        throw problem
      failures += 1
      size = Math.max(MIN_CHUNK, Math.floor(size / 2))
      if (!isLost) onWaiting(true)
      await pause(isLost ? 0 : Math.min(500 * 2 ** failures, MAX_WAIT_MS), signal)
    }
  }
}

async function offsetOf(id: string, signal: AbortSignal): Promise<number> {
  const response = await ask(`${UPLOADS}/${id}`, { headers: TUS, signal })
  return Number(response.headers.get('upload-offset'))
}

async function append(id: string, offset: number, chunk: Blob, signal: AbortSignal): Promise<number> {
  const response = await ask(`${UPLOADS}/${id}`, {
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: chunk,
    signal,
  })
  return Number(response.headers.get('upload-offset'))
}

/**
 * The size of the next chunk, chosen so that the chunk takes {@link CHUNK_MS}. It is at most twice the size
 * of the last chunk.
 */
function nextSize(bytes: number, ms: number, maxChunk: number): number {
  const fitting = Math.min(bytes * 2, Math.floor((bytes / Math.max(ms, 1)) * CHUNK_MS))
  return Math.min(maxChunk, Math.max(MIN_CHUNK, fitting))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

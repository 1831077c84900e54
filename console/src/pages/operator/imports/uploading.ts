/** The uploads of this browser. They continue while the operator looks at other pages of the console. */
import { useSyncExternalStore } from 'react'
import { type ApiProblem, asProblem } from '../../../api/problem.ts'
import { beginUpload, sendFile } from './send-file.ts'

export interface LocalUpload {
  readonly id: string
  readonly state: 'sending' | 'waiting' | 'paused' | 'failed'
  readonly offset: number
  readonly problem: ApiProblem | undefined
}

interface Kept {
  readonly file: File
  shown: LocalUpload
  stop: AbortController
}

const kept = new Map<string, Kept>()
const listeners = new Set<() => void>()
let snapshot: ReadonlyMap<string, LocalUpload> = new Map()

function publish(): void {
  snapshot = new Map([...kept].map(([id, { shown }]) => [id, shown]))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The uploads of this browser, by id. */
export function useLocalUploads(): ReadonlyMap<string, LocalUpload> {
  return useSyncExternalStore(subscribe, () => snapshot)
}

interface Options {
  readonly maxChunk: number
  /** Called after the start and at the end of an upload. */
  readonly onChange: () => void
}

/**
 * Begins to upload a new file, and does not wait for the end.
 * @throws {ApiProblem} when the server refuses it
 */
export async function uploadFile(file: File, options: Options): Promise<void> {
  const id = await beginUpload(file)
  options.onChange()
  continueUpload(id, file, options)
}

/** Sends the rest of a partly uploaded file. */
export function continueUpload(id: string, file: File, options: Options): void {
  const stop = new AbortController()
  kept.get(id)?.stop.abort()
  const own: Kept = {
    file,
    stop,
    shown: { id, state: 'sending', offset: kept.get(id)?.shown.offset ?? 0, problem: undefined },
  }
  kept.set(id, own)
  publish()
  const show = (change: Partial<LocalUpload>) => {
    if (kept.get(id) !== own) return
    own.shown = { ...own.shown, ...change }
    publish()
  }
  const sending = {
    maxChunk: options.maxChunk,
    signal: stop.signal,
    onOffset: (offset: number) => show({ offset }),
    onWaiting: (isWaiting: boolean) => show({ state: isWaiting ? 'waiting' : 'sending' }),
  }
  void sendFile(id, file, sending).then(
    () => {
      if (kept.get(id) === own) kept.delete(id)
      publish()
      options.onChange()
    },
    (error: unknown) => {
      if (stop.signal.aborted) show({ state: 'paused' })
      else show({ state: 'failed', problem: asProblem(error) })
    },
  )
}

export function pauseUpload(id: string): void {
  kept.get(id)?.stop.abort()
}

/** The file of an upload that this browser sends. */
export function fileOfUpload(id: string): File | undefined {
  return kept.get(id)?.file
}

/** Stops an upload that the operator removes. */
export function forgetUpload(id: string): void {
  kept.get(id)?.stop.abort()
  kept.delete(id)
  publish()
}

/** Makes the browser ask for confirmation before the tab is closed, while files are being sent. */
export function warnWhileUploading(event: BeforeUnloadEvent): void {
  if ([...kept.values()].some(({ shown }) => shown.state === 'sending')) event.preventDefault()
}
